import Foundation
import Inspection
import TestSupport
import Testing

/// What is said of receivers, held to what they did with the bodies of the lab.
struct ReceiverTestCaseTests {
    /// The signs of those that read forms, and what each may stand for: the lab compares with what most receivers
    /// read, the table with what was meant; the lab has what parsers did, the table what the form APIs above them gave,
    /// which is an empty form for errors that they do not pass on.
    private static let signs: [String: Set<ReceiverEffect>] = [
        "=": [.accepts, .losesField, .readsDifferently], "≠": [.accepts, .losesField, .readsDifferently],
        "∅": [.findsNothing], "✗": [.rejects, .findsNothing],
    ]

    /// The lab's short names of libhtp's flags, and the flags.
    private static let shortFlags: [String: String] = [
        "PREAMBLE": "HAS_PREAMBLE", "EPILOGUE": "HAS_EPILOGUE", "CD_SYNTAX": "CD_SYNTAX_INVALID",
        "PART_AFTER_LAST": "PART_AFTER_LAST_BOUNDARY", "NUL": "NUL_BYTE",
        "no-last-boundary": "-SEEN_LAST_BOUNDARY",
    ]

    @Test(.needs(.lab), arguments: LabCase.all)
    func `the table says of a body what the lab says`(_ lab: LabCase) throws {
        let bodies = ReceiverTestCase.all.filter { $0.name == lab.id }
        #expect(Set(bodies.map(\.rule)) == Set(lab.expect.map(\.rule)))
        for body in bodies {
            for (name, outcome) in lab.receivers where name != "tshark" {
                let receiver = try #require(Receiver(rawValue: name.lowercased()))
                // The API folds the letter case of the type, which the parser below it compares exactly.
                if receiver == .werkzeug, lab.id == "ct-type-upper" { continue }
                let expected: Set<ReceiverEffect> =
                    switch receiver {
                    case .modSecurity: [Self.firewallEffect(outcome)]
                    case .libhtp: [Self.inspectorEffect(outcome)]
                    default: try #require(Self.signs[outcome])
                    }
                #expect(try expected.contains(#require(body.effect(on: receiver))), "\(name): \(outcome)")
            }
        }
    }

    @Test func `the receiver that alone reads a lost field is not shown as the odd one`() throws {
        let body = try #require(ReceiverTestCase.of("delimiter/missing-crlf-before").first)
        #expect(body.effect(on: .django) == .accepts)
        for receiver in [Receiver.php, .go, .busboy, .werkzeug, .pythonMultipart, .defnull] {
            #expect(body.effect(on: receiver) == .losesField)
        }
    }

    @Test func `every body of the table has an effect on each receiver that was measured`() {
        #expect(ReceiverTestCase.all.count > 150)
        for body in ReceiverTestCase.all {
            for receiver in Receiver.allCases {
                #expect(
                    (body.effect(on: receiver) != nil) == (receiver.measuredVersion != nil),
                    "\(body.name)"
                )
            }
        }
    }

    @Test func `every rule of the table is in the catalogue`() {
        let unknown = Set(ReceiverTestCase.all.map(\.rule)).filter { RuleCatalogue.rule($0) == nil }
        #expect(unknown.isEmpty, "\(unknown.sorted())")
    }

    private static func firewallEffect(_ text: String) -> ReceiverEffect {
        if text == "silent" { return .accepts }
        let pieces = text.split(separator: "”", maxSplits: 1)
        guard text.hasPrefix("**error** “") else {
            return .flags(text.dropFirst("**strict** ".count).split(separator: "+").map(String.init))
        }
        // What the firewall quotes of the body is no part of its reason.
        var reason = String(pieces[0].dropFirst("**error** “".count))
        if let quoted = reason.firstRange(of: "): ") { reason = String(reason[..<quoted.lowerBound]) + ")" }
        if reason.hasSuffix(".") { reason.removeLast() }
        let flags = pieces.count > 1 ? pieces[1].split(separator: "+").map { $0.drop { $0 == " " } } : []
        return .blocks(reason: reason, flags: flags.map(String.init))
    }

    private static func inspectorEffect(_ text: String) -> ReceiverEffect {
        if text == "silent" { return .accepts }
        let isParsed = !text.hasPrefix("no parser attached")
        let rest = isParsed ? text[...] : text.dropFirst("no parser attached".count)
        let flags = rest.split { ", +()".contains($0) }.map { word -> String in
            let word = String(word)
            if let flag = shortFlags[word] { return flag }
            for (short, long) in [("HB_", "HBOUNDARY_"), ("BB_", "BBOUNDARY_"), ("HDR_", "PART_HEADER_")]
            where word.hasPrefix(short) { return long + word.dropFirst(short.count) }
            return word
        }
        return isParsed ? .flags(flags) : .notParsed(flags: flags)
    }
}
