#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The processes that a driver has started: a group of their own.
struct ProcessGroup {
    /// The number of the group: that of its first process.
    let number: Int32

    /// Ends all of them at once.
    func end() { _ = kill(-number, SIGKILL) }

    /// The greatest resident size that one of them has had so far, in bytes; `nil` where the system does not tell: only
    /// Linux does, in /proc.
    var peakMemory: Int? {
        let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return processes.lazy.filter { $0.first?.isNumber ?? false }
            .filter(isMember)
            .compactMap(Self.peak)
            .max()
    }

    private func isMember(_ process: String) -> Bool {
        guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
            let end = text.lastIndex(of: ")")
        else { return false }
        // After the command in parentheses: the state, the parent and the group (proc_pid_stat(5)).
        let fields = text[text.index(after: end)...].split(separator: " ")
        return fields.count > 2 && fields[2] == "\(number)"
    }

    private static func peak(of process: String) -> Int? {
        guard let text = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8) else {
            return nil
        }
        let line = text.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return line?.split(separator: " ").dropLast().last.flatMap { Int($0) }.map { $0 * 1_024 }
    }
}
