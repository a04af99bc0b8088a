import Decryption
import Inspection
import InspectionRules
import Pipeline
import TestSupport
import Testing

/// Whatever a capture loses of a good upload, its client is not accused.
struct LossSweepTests {
    /// The greatest number of losses of one capture that are tried at the desk.
    private static let losses = 20

    private static let encrypted = CaptureFolder.captures.filter { $0.name.hasPrefix("tls/") }
    private static let damaged = CaptureFolder.captures(
        in: Checkout.path("Tests/Cases/loss"),
        truthSuffix: ".truth.json"
    )

    @Test(arguments: LossTransport.allCases, ConformingForm.all)
    func `a form that was sent well gets no error or warning in a capture that lost something`(
        _ transport: LossTransport,
        _ form: ConformingForm
    ) throws {
        try expectNoAccusation(transport.capture(of: form), KeyLog(), seed: 1)
    }

    @Test(arguments: encrypted)
    func `the same holds where it was encrypted`(_ capture: CaptureFile) throws {
        try expectNoAccusation(capture.bytes(), log(of: capture), seed: 2)
    }

    @Test(arguments: damaged)
    func `captures that had a client accused of what they lost no longer do`(_ capture: CaptureFile) throws {
        let found = try accusations(in: capture.bytes(), log(of: capture))
        #expect(found == [])
    }

    @Test(arguments: LossTransport.allCases)
    func `without the machinery that withholds findings clients are accused`(_ transport: LossTransport)
        throws
    {
        let credulous = Inspector(
            rules: RuleCatalogue.ofForms.standard.map { ChangedRule(credulous: $0) },
            of: .ofForms
        )
        var accusations: Set<String> = []
        for form in ConformingForm.all {
            let bytes = transport.capture(of: form)
            let file = try #require(PacketFile(bytes))
            let all = Loss.all(of: file, length: bytes.count)
            for loss in TestScope.draw(Self.losses, from: all, seed: 3) {
                accusations.formUnion(
                    (try? self.accusations(in: loss.applied(to: file), KeyLog(), credulous)) ?? []
                )
            }
        }
        #expect(!accusations.isEmpty)
    }

    private func expectNoAccusation(_ bytes: [UInt8], _ log: KeyLog, seed: UInt64) throws {
        let file = try #require(PacketFile(bytes))
        #expect(file.bytes == bytes)
        #expect(try accusations(in: bytes, log) == [], "whole")
        let all = Loss.all(of: file, length: bytes.count)
        for loss in TestScope.sample(of: all, atMost: Self.losses, seed: seed) {
            guard let found = try? accusations(in: loss.applied(to: file), log) else {
                // Nothing can be read of a file that ends in its first packet.
                #expect(loss.isCut, "\(loss)")
                continue
            }
            #expect(found == [], "\(loss)")
        }
    }

    /// The findings that are at least warnings.
    private func accusations(
        in bytes: [UInt8],
        _ log: KeyLog,
        _ inspector: Inspector = .standard
    ) throws -> [String] {
        var options = InspectionOptions(.standard)
        options.keyLog = log
        options.inspector = inspector
        var collected = CollectedCapture()
        collected.capture = try CaptureInspection(options: options).inspect(
            bytes,
            name: "memory",
            as: .capture(format: nil),
            into: &collected
        )
        return collected.findings.filter { $0.severity >= .warning }.map { "\($0.rule) \($0.range)" }
    }

    private func log(of capture: CaptureFile) throws -> KeyLog {
        var log = KeyLog()
        let bytes = try capture.keysPath.map { try Checkout.bytes(of: $0) } ?? []
        log.push(bytes.span.bytes)
        log.finish()
        return log
    }
}
