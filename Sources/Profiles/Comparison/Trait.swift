import Bytes

/// One trait of a request, with its value.
struct Trait {
    /// What identifies a trait.
    struct Key: Hashable {
        /// The area of the request.
        var area: Difference.Area
        /// The trait's name.
        var name: String
    }

    /// The value of the trait, as far as it is known.
    enum State: Hashable {
        /// The value by which requests are compared.
        case known([UInt8])
        /// Not recorded, or not applicable: it differs from nothing.
        case unknown
    }

    /// What identifies the trait.
    var key: Key
    /// How much it matters where requests differ in it.
    var weight: Difference.Weight
    /// The value as text.
    var text: String
    /// The value to compare.
    var state: State
    /// Why a difference matters; `nil` where that is evident.
    var remark: String?
    /// Whether a request without the trait differs from one with it; otherwise the trait does not apply
    /// there.
    var isTellingByAbsence = true
    /// Whether the value may have other characters for bytes that the record could not show.
    var isLossy = false
    /// How the client escaped the value, reported where others escape differently; `nil` where it did not.
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

    /// Makes a trait that is compared by bytes of the request, which are escaped for display.
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

    /// The state with one full stop for each run of bytes that a text record may show differently: bytes that
    /// are neither printable nor ASCII, and full stops, with which curl's traces replace them.
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

    /// The same trait for a request whose value is not known.
    func unknown(_ text: String = "not known") -> Trait {
        var trait = self
        trait.text = text
        trait.state = .unknown
        return trait
    }
}
