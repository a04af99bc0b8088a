import Bytes
import Forms
import Inspection
import Pipeline

extension JSONWriter {
    /// Writes the receivers that are affected, those that were not measured, and how readers differ.
    mutating func writeReceivers(of inspected: InspectedExchange) {
        let rules = inspected.rulesFound
        name("receivers")
        write(.array(ReceiverOutlook.all(for: rules).map(JSONValue.init)), depth: level)
        name("notMeasured")
        let unmeasured = rules.filter { ReceiverTestCase.of($0).isEmpty }
        write(.array(unmeasured.map(JSONValue.string)), depth: level)
        name("readings")
        write(.array((inspected.disputedReadings ?? []).map(JSONValue.init)), depth: level)
    }
}

extension JSONValue {
    fileprivate init(_ outlook: ReceiverOutlook) {
        self = [
            "receiver": .string(outlook.receiver.rawValue),
            "name": .string(outlook.receiver.name),
            "version": JSONValue(outlook.receiver.measuredVersion),
            "effects": .array(
                outlook.items.map { item in
                    [
                        "rule": .string(item.rule),
                        "effect": .string(item.effect.word),
                        "text": .string(item.effect.words),
                        "body": .string(item.body),
                    ]
                }
            ),
        ]
    }

    fileprivate init(_ reading: FormReading) {
        self = [
            "reader": .string(reading.kind.rawValue),
            "fields": .array(
                reading.fields.map { field in
                    [
                        "name": JSONValue(field.name.map { String(decoding: $0, as: UTF8.self) }),
                        "filename": JSONValue(field.filename.map { String(decoding: $0, as: UTF8.self) }),
                        "contentOffset": .integer(field.content.lowerBound),
                        "contentLength": .integer(field.content.count),
                    ]
                }
            ),
        ]
    }
}

extension InspectedExchange {
    /// The ids of the rules with findings, each once, in the order of the findings.
    var rulesFound: [String] {
        var known: Set<String> = []
        return findings.lazy.map(\.finding).filter { !$0.isMild }.map(\.rule)
            .filter { known.insert($0).inserted }
    }

    /// How receivers of each kind read the form, `nil` where all find the same fields.
    var disputedReadings: [FormReading]? {
        guard let form, form.disputedDelimiter != nil else { return nil }
        let readings = form.readings
        return readings.contains { $0.fields != readings.first?.fields } ? readings : nil
    }
}
