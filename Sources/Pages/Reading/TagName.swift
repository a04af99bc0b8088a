/// The names of tags that matter to the reading of forms, in groups of like behaviour.
enum TagName {
    /// Elements without content: none of them stays open.
    static let void: Set<String> = [
        "area", "base", "basefont", "bgsound", "br", "col", "command", "embed", "frame", "hr", "image", "img",
        "input", "keygen", "link", "meta", "param", "source", "track", "wbr",
    ]
    /// Elements that are opened again after what closes them: they never change which form a control belongs to.
    static let formatting: Set<String> = [
        "a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u",
    ]
    /// Elements whose content is text, none of which matters here; that of `noscript` is text where scripts run.
    static let rawText: Set<String> = [
        "iframe", "noembed", "noframes", "noscript", "script", "style", "title", "xmp",
    ]
    /// Elements that a start tag of the same group closes where one is the innermost open element.
    static let replacing: [String: Set<String>] = [
        "p": ["p"], "li": ["li"], "dd": ["dd", "dt"], "dt": ["dd", "dt"], "option": ["option"],
        "optgroup": ["option", "optgroup"], "td": cells, "th": cells, "tr": cells.union(["tr"]),
        "tbody": cells.union(sections), "thead": cells.union(sections), "tfoot": cells.union(sections),
    ]
    /// The elements of a table that hold others.
    static let cells: Set<String> = ["td", "th"]
    private static let sections: Set<String> = ["tbody", "tfoot", "thead", "tr"]
    /// Elements whose end tag closes all that is open in them, up to a boundary of scope.
    static let blocks: Set<String> = [
        "address", "article", "aside", "blockquote", "button", "center", "details", "dir", "div", "dl",
        "fieldset", "figcaption", "figure", "footer", "header", "hgroup", "listing", "main", "menu", "nav",
        "ol",
        "pre", "section", "summary", "ul",
    ]
    /// Elements that end the scope in which an end tag of a block looks for it.
    static let boundaries: Set<String> = [
        "applet", "caption", "html", "marquee", "object", "select", "table", "td", "template", "th",
    ]
    /// Elements whose end tag closes all that is open in them within the table.
    static let tableParts: Set<String> = ["table", "tbody", "td", "tfoot", "th", "thead", "tr"]
    /// Elements that are not of a specification's category "special": an end tag of another such name passes them.
    static let ordinary: Set<String> = [
        "abbr", "bdi", "bdo", "cite", "data", "del", "dfn", "ins", "kbd", "label", "mark", "meter", "option",
        "output", "picture", "progress", "q", "ruby", "samp", "span", "sub", "sup", "time", "var",
    ]
    /// Start tags that end foreign content (SVG, MathML) and are read as HTML.
    static let breakout: Set<String> = [
        "b", "big", "blockquote", "body", "br", "center", "code", "dd", "div", "dl", "dt", "em", "embed",
        "h1",
        "h2", "h3", "h4", "h5", "h6", "head", "hr", "i", "img", "li", "listing", "menu", "meta", "nobr", "ol",
        "p", "pre", "ruby", "s", "small", "span", "strong", "strike", "sub", "sup", "table", "tt", "u", "ul",
        "var",
    ]
    /// Elements of foreign content whose content is HTML again.
    static let integrationPoints: Set<String> = [
        "annotation-xml", "desc", "foreignobject", "mi", "mn", "mo", "ms", "mtext", "title",
    ]
}
