import Trials

/// Where the form of a case goes: `/trial/CLIENT/GROUP/NAME`, and `/again` after it where a redirect has led there.
struct TrialAddress: Hashable {
    /// The first segment of all paths.
    private static let root = "trial"
    /// The segment after a redirect.
    private static let again = "again"

    /// The client, as it stands in the path.
    var client: String
    /// The case.
    var trial: String
    /// What stands after the case; empty where nothing does.
    var rest = ""

    /// The address of a case.
    init(client: String, trial: TrialCase) {
        self.client = client
        self.trial = trial.id
    }

    /// Reads a path; `nil` where it is no such address.
    init?(path: String) {
        let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(
            String.init
        )
        guard segments.count >= 4, segments[0] == Self.root else { return nil }
        client = segments[1]
        trial = "\(segments[2])/\(segments[3])"
        rest = segments.dropFirst(4).joined(separator: "/")
    }

    /// The path.
    var path: String { "/\(Self.root)/\(client)/\(trial)" }
    /// The path to which a redirect leads.
    var redirectPath: String { "\(path)/\(Self.again)" }
    /// Whether a redirect has led here.
    var isRedirected: Bool { rest == Self.again }
    /// The address without what stands after the case.
    var plain: TrialAddress {
        var address = self
        address.rest = ""
        return address
    }
}
