/// An element of one entry of a log in XML, with its attributes, elements and text.
struct XMLElement {
    /// The name, as written.
    var name: String
    /// The attributes in order, references resolved.
    var attributes: [(name: String, value: String)]
    /// The child elements.
    var children: [XMLElement] = []
    /// The text of an element; without white space around child elements.
    var text = LogText([UInt8]())
    /// The offset of its first byte in the log.
    var offset: Int

    /// The value of an attribute; `nil` where there is none.
    subscript(_ attribute: String) -> String? {
        attributes.first { $0.name == attribute }?.value
    }

    /// The first child element with a name.
    func child(_ name: String) -> XMLElement? { children.first { $0.name == name } }

    /// The text of the first child element with a name, where it is in memory and not empty.
    func string(_ name: String) -> String? {
        child(name)?.text.short.flatMap { $0.isEmpty ? nil : $0 }
    }
}
