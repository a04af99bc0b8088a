import Bytes
import CGumbo

/// The elements of a page that matter to its forms, in tree order, as browsers build the tree (HTML standard, parsing).
///
/// What is in a `template` is left out: it is not part of the document.
struct PageTree {
    /// The elements.
    private(set) var elements: [PageElement] = []

    /// Builds the tree of a page's tags.
    init(_ tokens: borrowing PageTokens) {
        tokens.markup.withUnsafeBufferPointer { buffer in
            var options = kGumboDefaultOptions
            options.max_errors = 0
            buffer.withMemoryRebound(to: CChar.self) { text in
                // The library keeps pointers into the text, which outlives its output.
                guard let base = text.baseAddress,
                    let output = gumbo_parse_with_options(&options, base, text.count)
                else { return }
                add(output.pointee.document, text: base)
                gumbo_destroy_output(&options, output)
            }
        }
    }

    /// A node whose children are being read.
    private struct Branch {
        var children: GumboVector
        var next = 0
        /// The index of the nearest kept element.
        var parent: Int?
        /// The index of the element that the text belongs to.
        var textOwner: Int?
    }

    private mutating func add(_ document: UnsafeMutablePointer<GumboNode>?, text: UnsafePointer<CChar>) {
        guard let document else { return }
        // No recursion: a page may open thousands of elements.
        var branches = [Branch(children: document.pointee.v.document.children)]
        while let branch = branches.last {
            guard branch.next < Int(branch.children.length) else {
                branches.removeLast()
                continue
            }
            branches[branches.count - 1].next += 1
            guard let node = branch.children.data[branch.next]?.assumingMemoryBound(to: GumboNode.self) else {
                continue
            }
            switch node.pointee.type {
            case GUMBO_NODE_ELEMENT:
                var parent = branch.parent
                var owner = branch.textOwner
                if let element = Self.element(node.pointee, parent, text: text) {
                    parent = elements.count
                    if element.kind == .option || element.kind == .textarea { owner = parent }
                    elements.append(element)
                }
                branches.append(
                    Branch(children: node.pointee.v.element.children, parent: parent, textOwner: owner)
                )
            case GUMBO_NODE_TEXT, GUMBO_NODE_WHITESPACE:
                guard let owner = branch.textOwner else { continue }
                elements[owner].text += Self.string(node.pointee.v.text.text)
            default: break
            }
        }
    }

    private static func element(
        _ node: GumboNode,
        _ parent: Int?,
        text: UnsafePointer<CChar>
    ) -> PageElement? {
        let element = node.v.element
        let name = String(cString: gumbo_normalized_tagname(element.tag))
        let known = element.tag_namespace == GUMBO_NAMESPACE_HTML ? PageElement.Kind(rawValue: name) : nil
        let attributes = (0..<Int(element.attributes.length)).compactMap { index -> PageElement.Attribute? in
            guard
                let attribute = element.attributes.data[index]?.assumingMemoryBound(to: GumboAttribute.self)
                    .pointee
            else { return nil }
            let name = String(cString: attribute.name)
            guard known != nil || name == "id" else { return nil }
            let start = offset(attribute.original_name, in: text)
            let value = offset(attribute.original_value, in: text)
            return PageElement.Attribute(
                name: name,
                value: string(attribute.value),
                range: start.lowerBound..<max(start.upperBound, value.upperBound)
            )
        }
        guard known != nil || attributes.contains(where: { $0.name == "id" }) else { return nil }
        return PageElement(
            kind: known ?? .other,
            parent: parent,
            startTag: offset(element.original_tag, in: text),
            attributes: attributes,
            isFostered: node.parse_flags.rawValue & GUMBO_INSERTION_FOSTER_PARENTED.rawValue != 0
        )
    }

    /// The place of a piece of the text; empty at the beginning where there is none.
    private static func offset(_ piece: GumboStringPiece, in text: UnsafePointer<CChar>) -> Range<Int> {
        guard piece.length > 0, let data = piece.data else { return 0..<0 }
        let start = text.distance(to: data)
        return start..<(start + piece.length)
    }

    private static func string(_ text: UnsafePointer<CChar>?) -> String {
        text.map { String(cString: $0) } ?? ""
    }
}
