/// What a request is for, by the names that filter rules have for it.
package enum ResourceKind: UInt8, CaseIterable, Sendable {
    /// A page in a tab.
    case document
    /// A page in a frame.
    case subdocument
    /// A script, or a worker.
    case script
    /// A style sheet.
    case stylesheet
    /// An image.
    case image
    /// A font.
    case font
    /// Audio, video, or a text track of them.
    case media
    /// What `object` and `embed` show.
    case object
    /// `fetch` and `XMLHttpRequest`.
    case xmlhttprequest
    /// `sendBeacon`, and the `ping` of a link.
    case ping
    /// The handshake of a WebSocket.
    case websocket
    /// All else, and what cannot be told.
    case other

    /// The kinds by the names of options: those of the cases, and other names in use.
    static let names: [String: ResourceKinds] = {
        var names: [String: ResourceKinds] = [
            "background": .image, "css": .stylesheet, "xhr": .xmlhttprequest, "doc": .document,
            "frame": .subdocument, "beacon": .ping, "object-subrequest": .object, "all": .all,
        ]
        for kind in allCases { names["\(kind)"] = ResourceKinds(kind) }
        return names
    }()
}

/// A set of kinds of resources.
struct ResourceKinds: OptionSet, Hashable, Sendable {
    /// One bit for each kind, at its raw value.
    let rawValue: UInt16

    /// Every kind.
    static let all = ResourceKinds(rawValue: .max)
    /// Images alone.
    static let image = ResourceKinds(.image)
    /// Style sheets alone.
    static let stylesheet = ResourceKinds(.stylesheet)
    /// What scripts fetch.
    static let xmlhttprequest = ResourceKinds(.xmlhttprequest)
    /// Pages in tabs.
    static let document = ResourceKinds(.document)
    /// Pages in frames.
    static let subdocument = ResourceKinds(.subdocument)
    /// Beacons.
    static let ping = ResourceKinds(.ping)
    /// Embedded objects.
    static let object = ResourceKinds(.object)

    init(rawValue: UInt16) { self.rawValue = rawValue }

    /// The set of one kind.
    init(_ kind: ResourceKind) { rawValue = 1 << UInt16(kind.rawValue) }
}
