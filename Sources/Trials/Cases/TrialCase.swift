package import Recording

/// One case of the trials: a form that an encoder is asked to send, how the server behaves then, and what must arrive.
package struct TrialCase: Sendable {
    /// How an upload ends that is done right.
    enum Ending: Sendable {
        /// With the whole form, and success.
        case uploaded
        /// With the status 413, shown to the user.
        case rejected
        /// With an error that the user sees, since the server hangs up.
        case cut
        /// With an error, since the file becomes shorter while it is sent.
        case shrunk
        /// With the whole form, or with an error that the user sees: the server refuses the expectation.
        case uploadedOrRefused
    }

    /// What is asked of the request besides the form.
    enum Demand: Sendable {
        /// Two uploads have two boundaries.
        case freshBoundaries
        /// The length is declared, since it is known.
        case declaredLength
        /// The request came over HTTP/2.
        case http2
        /// No header field of the case's making is in the part.
        case noInjectedField
        /// Uploads share a connection where they can; which they do is reported.
        case tellsConnections
        /// The wait for `100 Continue` is reported, and ends within ten seconds.
        case tellsWait
        /// The memory that the client took is reported.
        case tellsMemory
    }

    /// The id: a group, and a name in it.
    package let id: String
    /// What it is for, in a few words.
    package let purpose: String
    /// The clause that it rests on.
    package let clause: String
    /// The form, in order.
    let form: [TrialPart]
    /// Whether it only tells what the client does: it fails where data is lost.
    var isInformational = false
    /// Whether a client may refuse the form before it sends a byte.
    var mayRefuse = false
    /// Whether it runs only where it is named.
    package var isOptional = false
    /// How often the form is sent.
    var uploads = 1
    /// What the client must be able to do.
    package var needs: [TrialNeed] = []
    /// How the server behaves.
    package var server = ServerBehavior()
    /// How the upload ends.
    var ending = Ending.uploaded
    /// The rules that are no weakness here, since browsers break them too.
    var allowedRules: Set<String> = []
    /// What else is asked.
    var demands: [Demand] = []
    /// The seconds that the client has; longer where much is sent.
    package var timeLimit = 30
    /// Whether streams of HTTP/2 get a window of 1,024 bytes.
    package var hasSmallWindow = false

    /// Makes a case of a form that has to arrive as it is.
    init(
        _ id: String,
        _ purpose: String,
        _ clause: String,
        _ form: [TrialPart],
        _ change: (inout TrialCase) -> Void = { _ in }
    ) {
        self.id = id
        self.purpose = purpose
        self.clause = clause
        self.form = form
        change(&self)
    }

    /// The group: what stands before the slash of ``id``.
    package var group: String { String(id.prefix { $0 != "/" }) }

    /// Whether it asks what becomes of filenames; many clients choose the type of a file by its name.
    var isAboutFilenames: Bool { group == "filename" }

    /// All cases, in the order of the catalogue.
    package static let all: [TrialCase] =
        forms + files + values + names + filenames + types + framings + conversations

    /// Whether a value has the boundary of the client's last request.
    package var asksForLastBoundary: Bool {
        form.contains { part in
            if case .lastDelimiter = part.content { true } else { false }
        }
    }

    /// Whether its first file becomes shorter while it is sent.
    package var shrinks: Bool { if case .shrunk = ending { true } else { false } }
}
