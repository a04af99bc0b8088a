import Foundation
import Glibc
import TestSupport
import Testing

@testable import Trials

struct DriverTests {
    private let folder: TemporaryFolder
    private var trial: TrialCase

    init() throws {
        folder = try TemporaryFolder()
        trial = TrialCase.all[0]
        // Other tests keep both threads busy for long: the limit is not what is tested here.
        trial.timeLimit = 3_600
    }

    private func script(_ text: String) throws -> Driver {
        Driver("sh \(try folder.write(Array(text.utf8), to: "driver.sh"))")
    }

    @Test func `it gets the URL and the description, and runs in the folder`() async throws {
        let driver = try script("echo $1; cat $2; pwd; echo no >&2; exit 3")
        _ = try folder.write(Array("form".utf8), to: "form.json")
        let end = await driver.run("http://127.0.0.1:1/a", in: folder.path, for: trial)
        #expect(end.kind == .exited(3))
        let place = URL(fileURLWithPath: folder.path).resolvingSymlinksInPath().path
        #expect(
            end.output == "http://127.0.0.1:1/a\nform\(place)\n"
                || end.output == "http://127.0.0.1:1/a\nform\(folder.path)\n"
        )
        #expect(end.reason == "no")
    }

    @Test func `one that takes too long is ended, with all that it has started`() async throws {
        var trial = trial
        trial.timeLimit = 1
        let driver = try script("sleep 100 & echo $! >child; trap '' TERM; while :; do sleep 100; done")
        let end = await driver.run("http://127.0.0.1:1/a", in: folder.path, for: trial)
        #expect(end.kind == .timedOut)
        let child = try String(contentsOfFile: "\(folder.path)/child", encoding: .utf8)
        // A process that has ended is gone, or waits as a zombie for its parent; the system takes its time.
        var isThere = true
        for _ in 0..<200 where isThere {
            let path = "/proc/\(child.prefix { $0.isNumber })/stat"
            let state = try? String(contentsOfFile: path, encoding: .utf8)
            isThere = state.map { !$0.contains(") Z ") } ?? false
            if isThere { try await Task.sleep(for: .milliseconds(50)) }
        }
        #expect(!isThere)
    }

    @Test func `one that leaves a process behind is not waited for`() async throws {
        let driver = try script("sleep 3 & echo 200")
        let end = await driver.run("http://127.0.0.1:1/a", in: folder.path, for: trial)
        #expect(end.kind == .exited(0))
        #expect(end.tells(status: 200))
    }

    @Test func `a command that is not there is told`() async {
        let end = await Driver("./no-such-driver").run("http://127.0.0.1:1/a", in: folder.path, for: trial)
        #expect(end.kind == .exited(127))
        #expect(end.reason.contains("no-such-driver"))
    }

    @Test func `the memory of a group of processes is told`() throws {
        // That of the tests themselves.
        let memory = try #require(ProcessGroup(number: getpgrp()).peakMemory)
        #expect(memory > 10_000_000)
        #expect(ProcessGroup(number: Int32.max).peakMemory == nil)
    }
}
