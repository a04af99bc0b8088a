/// How much of a page is read, whatever it holds.
package struct PageLimits: Sendable {
    /// Bytes of a page, content codings taken off: few pages with a form have a tenth of these 2 MiB.
    package var bytes = 2 << 20
    /// Attributes of a tag; the tree builder compares each with all before it.
    package var attributes = 256
    /// Steps of the tree builder, which looks through the open elements at each tag: about a second.
    package var treeSteps = 30_000_000
    /// Forms, and controls, that are kept of a page.
    package var controls = 10_000

    /// The limits by default.
    package init() {}
}
