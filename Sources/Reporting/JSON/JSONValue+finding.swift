package import Bytes
package import Exchanges
import Inspection

extension JSONValue {
    /// The field lines of a section: bytes that are not valid UTF-8 are replaced, and also written as base64.
    ///
    /// Unknown values of HTTP/2 lines are null.
    package init(_ section: FieldSection, unknown: [UnknownFieldLine] = []) {
        var values = section.lines.map { line -> JSONValue in
            .object(
                [Member("name", .string(section.text(line.name)))]
                    + Member.text("value", section[line.value], raw: "raw")
            )
        }
        for line in unknown.reversed() {
            let value = line.value.map { $0[...] }
            let members = [Member("name", nil)] + Member.text("value", value, raw: "raw")
            values.insert(.object(members), at: min(line.index, values.count))
        }
        self = .array(values)
    }

    /// A finding.
    init(_ located: LocatedFinding, in files: FrameFiles? = nil) {
        let finding = located.finding
        let place = files?.place(of: located.frame)
        var members = [
            Member("rule", .string(finding.rule)),
            Member("severity", .string(finding.severity.rawValue)),
            Member("message", .string(finding.message)),
            Member("offset", .integer(finding.range.lowerBound)),
            Member("length", .integer(finding.range.count)),
            Member("part", JSONValue(finding.part)),
            Member("frame", JSONValue(files == nil ? located.frame : place?.frame)),
            Member("hint", .string(finding.hint)),
            Member("source", .string(finding.source)),
        ]
        if let file = place?.file { members.append(Member("file", .string(SystemPath.lossyText(file)))) }
        if let coding = located.coding { members.append(Member("contentCoding", .string(coding))) }
        if let place = located.http2 {
            members.append(Member("stream", .integer(place.stream)))
            members.append(Member("dataFrame", JSONValue(place.dataFrame)))
        }
        if let record = located.record { members.append(Member("tlsRecord", .integer(record))) }
        if finding.place != .body { members.append(Member("in", .string(finding.place.rawValue))) }
        if finding.isSecondary { members.append(Member("secondary", true)) }
        if !finding.consequences.isEmpty {
            let consequences = finding.consequences.map { consequence -> JSONValue in
                [
                    "rule": .string(consequence.rule),
                    "message": .string(consequence.message),
                    "offset": .integer(consequence.offset),
                ]
            }
            members.append(Member("consequences", .array(consequences)))
        }
        self = .object(members)
    }

    /// Adds a member to an object.
    mutating func append(_ name: String, _ value: JSONValue) {
        guard case .object(let members) = self else { return }
        self = .object(members + [Member(name, value)])
    }
}

extension JSONValue.Member {
    /// Bytes as text; where they are not valid UTF-8, a second member has them as base64.
    package static func text(_ name: String, _ bytes: ArraySlice<UInt8>?, raw: String) -> [JSONValue
        .Member]
    {
        guard let bytes else { return [JSONValue.Member(name, nil)] }
        if let text = String(validating: bytes, as: UTF8.self) {
            return [JSONValue.Member(name, .string(text))]
        }
        return [
            JSONValue.Member(name, .string(String(decoding: bytes, as: UTF8.self))),
            JSONValue.Member(raw, .string(ByteText.base64(bytes))),
        ]
    }
}
