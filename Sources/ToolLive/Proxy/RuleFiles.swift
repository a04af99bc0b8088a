import Filters
import NIOCore
import Shell

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Files of rules, which are read again when they were saved.
final class RuleFiles {
    private let paths: [String]
    private let terminal: Terminal
    private var dates: [Date?] = []

    /// Names the files.
    init(_ paths: [String], in terminal: Terminal) {
        self.paths = paths
        self.terminal = terminal
    }

    /// Reads the files.
    ///
    /// - Throws: a ``CommandFailure`` where one cannot be read, or all of them hold no rule.
    func read() throws -> FilterRules {
        dates = modified
        return try FilterReading.read(paths, in: terminal)
    }

    /// Looks once a second whether a file was saved, and hands its rules to a proxy; where it cannot be read any more, the
    /// rules stay as they were.
    func follow(for proxy: RecordingProxy, on loop: any EventLoop) {
        let shared = NIOLoopBound((self, proxy), eventLoop: loop)
        loop.scheduleRepeatedTask(initialDelay: .seconds(1), delay: .seconds(1)) { _ in
            let (files, proxy) = shared.value
            guard files.dates != files.modified else { return }
            do {
                let rules = try files.read()
                proxy.rules = rules
                files.terminal.report("read the rules again: there are \(rules.count)")
            } catch {
                files.terminal.report("the rules stay as they were: \(error)")
            }
        }
    }

    private var modified: [Date?] {
        paths.map { path in
            (try? FileManager.default.attributesOfItem(atPath: path))?[.modificationDate] as? Date
        }
    }
}
