import Bytes
import Dispatch
package import Inspection
import Synchronization

/// Inspects captures side by side, and hands their results on one capture after another, so that nothing which is made of them
/// depends on the number of threads.
/// ```
///   capture 1 ─► thread ─► results ─┐
///   capture 2 ─► thread ─► results ─┼─► one after another ─► handler
///   capture 3 ─► …                  ┘
/// ```
/// As many captures are inspected at a time as there are jobs; of those that wait for their turn a bounded number of results
/// is kept. With one job, or one capture, all is done by the thread that asks; the jobs that are left inspect the connections
/// of a capture (``ConnectionSpread``).
///
/// One thread's: that which takes the results.
package final class CaptureInspections {
    /// A capture.
    package struct Input: Sendable {
        /// Its path, or `-` for standard input.
        package var path: String
        /// What to read it as.
        package var kind: InputKind
        /// Whether it may be read before its turn: not a pipe, whose results are due when its bytes come.
        package var isReadAhead: Bool
        /// See ``InspectionOptions/countsUploadsBelow``.
        package var countsUploadsBelow: Severity?

        /// Makes an input.
        package init(
            path: String,
            as kind: InputKind,
            isReadAhead: Bool,
            countsUploadsBelow: Severity? = nil
        ) {
            self.path = path
            self.kind = kind
            self.isReadAhead = isReadAhead
            self.countsUploadsBelow = countsUploadsBelow
        }

        /// What to do with its exchanges, among those of all.
        fileprivate func options(_ options: InspectionOptions) -> InspectionOptions {
            var options = options
            options.countsUploadsBelow = countsUploadsBelow
            return options
        }
    }

    /// How many captures may be begun, for each job, before the first of them is taken.
    private static let readAhead = 4

    private let inputs: [Input]
    private let options: InspectionOptions
    private let jobs: Int
    private let progress: ((Int, Int?) -> Void)?
    /// What the threads work on; `nil` before they begin, and where there are none.
    private var work: Work?

    /// Prepares to inspect.
    ///
    /// - Parameters:
    ///   - inputs: the captures, in the order in which their results are handed on.
    ///   - options: what to do with their exchanges.
    ///   - jobs: how many are inspected at a time.
    ///   - progress: is called, for the capture whose results are handed on, as ``CaptureInspection`` calls it.
    package init(
        _ inputs: [Input],
        options: InspectionOptions,
        jobs: Int,
        progress: ((Int, Int?) -> Void)? = nil
    ) {
        self.inputs = inputs
        self.jobs = jobs
        self.progress = progress
        var options = options
        // Of few captures the reading is work for the cores that are left.
        options.readsAhead = jobs > inputs.count
        options.threads = max(1, jobs / max(1, inputs.count))
        self.options = options
    }

    deinit { work?.abandon() }

    /// Hands on the results of the capture at an index; all captures are asked for in their order.
    ///
    /// - Parameters:
    ///   - index: the index, from 0.
    ///   - handler: takes the exchanges as they are judged.
    /// - Returns: what is to be said of the capture as a whole.
    /// - Throws: where nothing could be read; a capture that breaks off later is a problem of the result.
    package func inspect(_ index: Int, into handler: inout some InspectionHandler) throws(InputFailure)
        -> InspectedCapture
    {
        if jobs > 1, inputs.count > 1, work == nil { begin() }
        guard let work, let queue = work.queues[index] else {
            let input = inputs[index]
            return try CaptureInspection(options: input.options(options), progress: progress)
                .inspect(path: input.path, as: input.kind, index: index, into: &handler)
        }
        while true {
            let results = queue.take()
            for result in results {
                switch result {
                case .inspected(let exchange): handler.inspected(exchange)
                case .content(let exchange, let part, let bytes):
                    handler.content(exchange: exchange, part: part, bytes.span.bytes)
                case .requestEnded(let exchange): handler.requestEnded(exchange)
                case .counted(let uploads): handler.counted(uploads)
                case .progress(let read, let size): progress?(read, size)
                case .ended(let result):
                    work.allowed.signal()
                    return try result.get()
                }
            }
            queue.giveBack(results)
        }
    }

    private func begin() {
        let work = Work(inputs, options)
        self.work = work
        let threads = DispatchQueue(label: "inspections", attributes: .concurrent)
        let count = min(jobs, inputs.count { $0.isReadAhead })
        for _ in 0..<(count * Self.readAhead) { work.allowed.signal() }
        for _ in 0..<count { threads.async { work.run() } }
    }

    /// The captures that threads inspect: each thread takes the first one that no other has taken.
    private final class Work: Sendable {
        let inputs: [Input]
        let options: InspectionOptions
        /// By index; `nil` for those that are read when it is their turn.
        let queues: [ResultQueue?]
        /// Counts the captures that may be begun.
        let allowed = DispatchSemaphore(value: 0)
        private let next = Atomic<Int>(0)
        private let isAbandoned = Atomic<Bool>(false)

        init(_ inputs: [Input], _ options: InspectionOptions) {
            self.inputs = inputs
            self.options = options
            queues = inputs.map { $0.isReadAhead ? ResultQueue() : nil }
        }

        /// Inspects one capture after another, until there is none left.
        func run() {
            while true {
                allowed.wait()
                guard let (index, queue) = take() else {
                    // Those that wait for a capture find none either.
                    allowed.signal()
                    return
                }
                inspect(index, into: queue)
            }
        }

        func abandon() {
            isAbandoned.store(true, ordering: .relaxed)
            allowed.signal()
            for queue in queues { queue?.abandon() }
        }

        private func take() -> (index: Int, queue: ResultQueue)? {
            while !isAbandoned.load(ordering: .relaxed) {
                let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
                guard index < inputs.count else { return nil }
                if let queue = queues[index] { return (index, queue) }
            }
            return nil
        }

        private func inspect(_ index: Int, into queue: ResultQueue) {
            let batch = ResultBatch(for: queue, countsUploadsBelow: inputs[index].countsUploadsBelow)
            let inspection = CaptureInspection(options: inputs[index].options(options)) { read, size in
                batch.add(.progress(read, size))
                batch.flush()
            }
            var handler = QueueingHandler(batch: batch)
            let result = Result { () throws(InputFailure) in
                try inspection.inspect(
                    path: inputs[index].path,
                    as: inputs[index].kind,
                    index: index,
                    into: &handler
                )
            }
            batch.add(.ended(result))
            batch.flush()
        }
    }
}
