import NIOCore

/// Notices that nothing has passed a connection for some time, as SwiftNIO's `IdleStateHandler` does, without a handler that
/// all bytes pass, and a promise for each write.
///
/// One event loop's.
final class IdleWatch {
    /// The bytes from which on a write has passed only when the system has taken it: shorter ones it takes at once, unless
    /// longer ones wait before them.
    private static let longWrite = 16 << 10

    /// How long nothing may pass.
    let time: TimeAmount

    private let report: () -> Void
    private var lastPassed = NIODeadline.uptimeNanoseconds(0)
    private var timer: Scheduled<Void>?

    /// Prepares to watch; `report` is called each time that nothing has passed for so long.
    init(_ time: TimeAmount, _ report: @escaping () -> Void) {
        self.time = time
        self.report = report
    }

    /// Begins to watch a connection that is there.
    func begin(on loop: any EventLoop) {
        passed()
        look(at: lastPassed + time, on: loop)
    }

    /// Watches no more.
    func end() {
        timer?.cancel()
        timer = nil
    }

    /// Something has passed.
    func passed() { lastPassed = .now() }

    /// Something is written; gives what is to be completed once the system has taken it, `nil` for nothing.
    func written(_ buffer: ByteBuffer, on context: ChannelHandlerContext) -> EventLoopPromise<Void>? {
        guard buffer.readableBytes >= Self.longWrite else {
            passed()
            return nil
        }
        let promise = context.eventLoop.makePromise(of: Void.self)
        promise.futureResult.assumeIsolated().whenComplete { [weak self] _ in self?.passed() }
        return promise
    }

    private func look(at deadline: NIODeadline, on loop: any EventLoop) {
        timer = loop.assumeIsolated().scheduleTask(deadline: deadline) { [weak self] in
            guard let self else { return }
            if lastPassed + time <= .now() {
                passed()
                report()
            }
            // Reporting it may have ended it.
            if timer != nil { look(at: lastPassed + time, on: loop) }
        }
    }
}
