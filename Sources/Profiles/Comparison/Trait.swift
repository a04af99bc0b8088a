import Bytes

/// One respect in which a request is as it is.
struct Trait {
    /// What tells one respect from others.
    struct Key: Hashable {
        /// What of a request it is about.
        var area: Difference.Area
        /// The respect.
        var name: String
    }

    /// What is known of a request in this respect.
    enum State: Hashable {
        /// It has this, by which requests are compared.
        case known([UInt8])
        /// The source does not tell, or the question does not arise: it differs from nothing.
        case unknown
    }

    /// The respect.
    var key: Key
    /// How much it matters where requests differ in it.
    var weight: Difference.Weight
    /// What the request has, for people.
    var text: String
    /// What the request has, to be compared.
    var state: State
    /// Why a difference matters; `nil` where it says so by itself.
    var remark: String?
    /// Whether a request without the trait differs from one with it; otherwise the question does not arise there.
    var isTellingByAbsence = true
    /// Whether other characters may stand in it for bytes that the record could not show.
    var isLossy = false
    /// How the client wrote what it meant, to be told where others write otherwise; `nil` where it wrote it plainly.
    var manner: String?

    /// Makes a trait that is compared by its text.
    init(
        _ area: Difference.Area,
        _ name: String,
        _ text: String,
        _ weight: Difference.Weight,
        remark: String? = nil
    ) {
        key = Key(area: area, name: name)
        self.weight = weight
        self.text = text
        state = .known(Array(text.utf8))
        self.remark = remark
    }

    /// Makes a trait that is compared by bytes of the request, which are made fit to be shown.
    init(
        _ area: Difference.Area,
        _ name: String,
        bytes: ArraySlice<UInt8>,
        _ weight: Difference.Weight,
        remark: String? = nil
    ) {
        key = Key(area: area, name: name)
        self.weight = weight
        text = PrintableText.text(bytes, limit: 400)
        state = .known(Array(bytes))
        self.remark = remark
    }

    /// The state with one full stop for each run of bytes that a record as text may show as something else: what is
    /// neither printable nor ASCII, and full stops, which traces of curl have in their place.
    var collapsed: State {
        guard case .known(let bytes) = state else { return state }
        var result: [UInt8] = []
        for byte in bytes {
            let isShown = (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: ".")
            if isShown || result.last != UInt8(ascii: ".") {
                result.append(isShown ? byte : UInt8(ascii: "."))
            }
        }
        return .known(result)
    }

    /// The same trait of a request of which it is not known.
    func unknown(_ text: String = "not known") -> Trait {
        var trait = self
        trait.text = text
        trait.state = .unknown
        return trait
    }
}
