import NIOCore
import Shell

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Files of rules, or of changes, which are read again when they were saved.
final class RuleFiles {
    private let paths: [String]
    private let name: String
    private let terminal: Terminal
    private var dates: [Date?] = []

    /// Names files that are read for the first time after this.
    ///
    /// - Parameters:
    ///   - paths: the files.
    ///   - name: what they hold, in the plural.
    ///   - terminal: shows when they were read again.
    init(_ paths: [String], of name: String, in terminal: Terminal) {
        self.paths = paths
        self.name = name
        self.terminal = terminal
        dates = modified
    }

    /// Looks once a second whether a file was saved; where it cannot be read any more, what it held stays in use.
    ///
    /// - Parameters:
    ///   - loop: the event loop.
    ///   - read: reads all files, and puts to use what they hold; returns how much that is.
    func follow(on loop: any EventLoop, _ read: @escaping () throws -> Int) {
        guard !paths.isEmpty else { return }
        let shared = NIOLoopBound((self, read), eventLoop: loop)
        loop.scheduleRepeatedTask(initialDelay: .seconds(1), delay: .seconds(1)) { _ in
            shared.value.0.look(shared.value.1)
        }
    }

    private func look(_ read: () throws -> Int) {
        let dates = modified
        guard self.dates != dates else { return }
        self.dates = dates
        do {
            terminal.report("read the \(name) again: there are \(try read())")
        } catch {
            terminal.report("the \(name) stay as they were: \(error)")
        }
    }

    private var modified: [Date?] {
        paths.map { path in
            (try? FileManager.default.attributesOfItem(atPath: path))?[.modificationDate] as? Date
        }
    }
}
