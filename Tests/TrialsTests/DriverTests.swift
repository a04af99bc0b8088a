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
        let path = "\(folder.path)/child"
        var driver = try script(
            "sleep 1000 & child=$!; trap '' TERM; echo $child >child; while :; do sleep 1000; done"
        )
        // Its time is over once it has started all: how long that takes is not known on a busy machine.
        driver.wait = { _ in
            while !Task.isCancelled, Self.number(in: path) == nil {
                try? await Task.sleep(for: .milliseconds(10))
            }
        }
        let end = await driver.run("http://127.0.0.1:1/a", in: folder.path, for: trial)
        #expect(end.kind == .timedOut)
        let child = try #require(Self.number(in: path))
        // A process that has ended is gone, or waits as a zombie for its parent; the system takes its time. By itself this
        // one ends much later.
        var isThere = true
        for _ in 0..<2_000 where isThere {
            let state = try? String(contentsOfFile: "/proc/\(child)/stat", encoding: .utf8)
            isThere = state.map { !$0.contains(") Z ") } ?? false
            if isThere { try await Task.sleep(for: .milliseconds(50)) }
        }
        #expect(!isThere)
    }

    /// The number on the first line of a file; `nil` while that is not there.
    private static func number(in path: String) -> Int? {
        let text = try? String(contentsOfFile: path, encoding: .utf8)
        return text.flatMap { $0.hasSuffix("\n") ? Int($0.dropLast()) : nil }
    }

    @Test func `the time that one has is that of its case`() async throws {
        var trial = trial
        trial.timeLimit = 1
        let driver = try script("while :; do sleep 1000; done")
        #expect(await driver.run("http://127.0.0.1:1/a", in: folder.path, for: trial).kind == .timedOut)
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
