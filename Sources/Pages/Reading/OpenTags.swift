/// The elements that are open while a page's tags are read, never fewer than the tree builder has open.
///
/// It closes an element only where the builder is sure to: where a page is misnested its depth is an overestimate.
struct OpenTags {
    private var names: [String] = []
    private var tables = 0

    /// How many elements are open.
    var depth: Int { names.count }

    /// Takes a start tag.
    mutating func open(_ name: String) {
        guard !TagName.void.contains(name), !["body", "head", "html"].contains(name) else { return }
        if TagName.cells.contains(name), tables == 0, !names.contains("template") { return }
        if let replaced = TagName.replacing[name] {
            while let last = names.last, replaced.contains(last) { names.removeLast() }
        }
        if name == "table" { tables += 1 }
        names.append(name)
    }

    /// Takes an end tag.
    mutating func close(_ name: String) {
        if names.last == name { return remove(from: names.count - 1) }
        // A form is taken out alone: what is open in it stays open.
        guard name != "form", name != "template" else { return }
        let passes: (String) -> Bool =
            if TagName.tableParts.contains(name) {
                { $0 != "table" && $0 != "template" }
            } else if TagName.blocks.contains(name) {
                { !TagName.boundaries.contains($0) }
            } else if name == "select" {
                { $0 == "option" || $0 == "optgroup" }
            } else {
                { TagName.ordinary.contains($0) }
            }
        var index = names.count - 1
        while index >= 0, names[index] != name {
            guard passes(names[index]) else { return }
            index -= 1
        }
        if index >= 0 { remove(from: index) }
    }

    private mutating func remove(from index: Int) {
        for name in names[index...] where name == "table" { tables -= 1 }
        names.removeSubrange(index...)
    }
}
