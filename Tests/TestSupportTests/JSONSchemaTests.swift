import TestSupport
import Testing

struct JSONSchemaTests {
    private static let schema = """
        {"definitions": {"count": {"type": "integer", "minimum": 0, "maximum": 9}},
         "type": "object", "required": ["name"], "additionalProperties": false,
         "properties": {
           "name": {"type": "string", "pattern": "^[a-z]+$"}, "kind": {"enum": ["a", "b"]},
           "counts": {"type": "array", "minItems": 1, "uniqueItems": true, "items": {"$ref": "#/definitions/count"}},
           "either": {"anyOf": [{"type": "string"}, {"type": "null"}]},
           "one": {"oneOf": [{"type": "integer"}, {"minimum": 5}]}}}
        """

    private func violations(_ text: String, _ schema: String = Self.schema) throws -> [String] {
        try JSONSchema(JSONDocument(parsing: schema)).violations(in: JSONDocument(parsing: text))
    }

    @Test func `what is as the schema demands is valid`() throws {
        let text = #"{"name": "x", "kind": "b", "counts": [0, 9], "either": null, "one": 4}"#
        #expect(try violations(text).isEmpty)
    }

    @Test(arguments: [
        ("{}", "$: lacks name"),
        (#"{"name": "X"}"#, "$.name: does not match ^[a-z]+$"),
        (#"{"name": "x", "more": 1}"#, "$.more: nothing is allowed here"),
        (#"{"name": "x", "kind": "c"}"#, "$.kind: is none of the values allowed"),
        (#"{"name": "x", "counts": []}"#, "$.counts: has fewer than 1 elements"),
        (#"{"name": "x", "counts": [1, 1]}"#, "$.counts: has an element twice"),
        (#"{"name": "x", "counts": [-1]}"#, "$.counts[0]: is less than 0.0"),
        (#"{"name": "x", "counts": [10]}"#, "$.counts[0]: is more than 9.0"),
        (#"{"name": "x", "either": 1}"#, "$.either: is as none of anyOf demands"),
        (#"{"name": "x", "one": 5}"#, "$.one: is not as exactly one of oneOf demands"),
    ])
    func `what is against it is named with its place`(text: String, violation: String) throws {
        #expect(try violations(text) == [violation])
    }

    @Test(arguments: [#"{"name": true}"#, #"{"name": 1}"#, #"{"name": null}"#, "[]", "1.5"])
    func `a value of another type is found`(text: String) throws {
        let found = try violations(text)
        #expect(found.count == 1)
        #expect(found[0].contains("is not of type"))
    }

    @Test func `a keyword that would be a demand is not passed over`() throws {
        #expect(try violations("1", #"{"multipleOf": 2}"#) == ["$: the keyword multipleOf is not known"])
    }
}
