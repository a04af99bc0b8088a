import Bytes
import Inspection
import InspectionRules
import NIOCore
import Pipeline
import Recording
import Shell
import Trials

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The addresses at which cases run: one, and a second where HTTP/2 gets a small window.
///
/// One event loop's.
final class TrialServer {
    /// The bytes that a stream of HTTP/2 may send where the window is small.
    private static let smallWindow = 1_024
    /// The seconds without a byte after which a connection is closed: longer than a client pauses.
    private static let timeout = 60

    /// The cases that run.
    let book: TrialBook
    /// The certificate for TLS.
    let certificate: ServerCertificate

    private let sinks: [UploadSink]
    private var channels: [any Channel] = []
    private let loop: any EventLoop

    /// Prepares to listen.
    ///
    /// - Parameters:
    ///   - book: keeps what arrives.
    ///   - host: lists the cases, where clients fetch them.
    ///   - name: the name of the host for the certificate.
    ///   - loop: the event loop.
    /// - Throws: where no certificate can be made.
    init(
        _ book: TrialBook,
        _ host: TrialHost? = nil,
        named name: String,
        on loop: any EventLoop
    ) throws {
        self.book = book
        self.loop = loop
        let certificate = try ServerCertificate(for: name)
        self.certificate = certificate
        var options = InspectionOptions(.standard)
        options.reportsRequests = true
        options.wantsDigests = true
        options.openingBytes = 4_096
        options.wantsContent = { head in
            let path = SinkRequest(head, isSecure: false).path
            return TrialAddress(path: path).map { $0.trial == "file/shrinks" } ?? false
        }
        sinks = try [nil, Self.smallWindow].map { window in
            UploadSink(
                try LiveTraffic(options, recorder: nil),
                for: TrialSite(book, host),
                certificate: certificate,
                timeout: Self.timeout,
                connectionLimit: 1_024,
                streamWindow: window
            )
        }
    }

    /// Listens: at the address that is given, and at any port of the same host.
    func listen(on address: ListenAddress) -> EventLoopFuture<Void> {
        let second = ListenAddress(host: address.host, port: 0)
        let server = NIOLoopBound(self, eventLoop: loop)
        let (loop, sinks) = (loop, NIOLoopBound(sinks, eventLoop: loop))
        return sinks.value[0].listen(on: address, loop).flatMap { first in
            server.value.channels.append(first)
            return sinks.value[1].listen(on: second, loop).map { server.value.channels.append($0) }
        }
    }

    /// The port of the first address.
    var port: Int { channels.first?.localAddress?.port ?? 0 }

    /// The URL of a case on this machine.
    func url(of trial: TrialCase, at address: TrialAddress) -> String {
        let port = (trial.hasSmallWindow ? channels.last : channels.first)?.localAddress?.port ?? 0
        // The certificate names the host too.
        return trial.needs.contains(.tls)
            ? "https://localhost:\(port)\(address.path)" : "http://127.0.0.1:\(port)\(address.path)"
    }

    /// Closes all.
    func close() {
        for channel in channels { channel.close(promise: nil) }
        for sink in sinks { _ = sink.closeAll(on: loop) }
    }
}
