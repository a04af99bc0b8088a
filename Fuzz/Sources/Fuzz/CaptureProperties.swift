import Bytes
import Decryption
import Exchanges
import Forms
import Foundation
import Inspection
import InspectionRules
import Pipeline
import Reporting

/// What must hold of everything that is read.
enum CaptureProperties {
    /// The key log that the environment names.
    static let keys: KeyLog = {
        var log = KeyLog()
        let path = ProcessInfo.processInfo.environment["PARTWISE_FUZZ_KEYS"] ?? ""
        let bytes = FileManager.default.contents(atPath: path).map { Array($0) } ?? []
        log.push(bytes.span.bytes)
        log.finish()
        return log
    }()

    /// Inspects an input.
    static func check(_ input: [UInt8], as kind: InputKind, _ keys: KeyLog = KeyLog()) {
        var options = InspectionOptions(.standard)
        options.keyLog = keys
        var checker = Checker()
        guard
            let capture = try? CaptureInspection(options: options).inspect(
                input,
                name: "input",
                as: kind,
                into: &checker
            )
        else { return }
        for problem in capture.problems { require(isPrintable(problem.message), problem.message) }
    }

    /// Whether a text holds no character that a terminal would act on.
    static func isPrintable(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            scalar.value == 0x0A || scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value)
        }
    }

    /// Checks exchanges as they come.
    struct Checker: InspectionHandler {
        mutating func inspected(_ exchange: consuming InspectedExchange) {
            let length = exchange.form?.length ?? 0
            if let form = exchange.form { CaptureProperties.check(form) }
            for located in exchange.findings {
                let finding = located.finding
                require(isPrintable(finding.message) && isPrintable(finding.hint), finding.rule)
                if finding.place == .body, exchange.form != nil {
                    require(
                        finding.range.lowerBound >= 0 && finding.range.upperBound <= length,
                        finding.rule
                    )
                }
            }
        }
    }

    /// Checks that every byte of a form is in one node, and that nodes are in order.
    static func check(_ form: Form) {
        var end = 0
        for node in form.nodes {
            require(node.range.lowerBound == end, "nodes leave out bytes")
            end = node.range.upperBound
        }
        require(end == form.length, "nodes end early")
    }
}

/// Traps with a message where a property does not hold; a precondition has none in an optimised program.
func require(_ holds: Bool, _ message: @autoclosure () -> String) {
    guard holds else { fatalError(message()) }
}
