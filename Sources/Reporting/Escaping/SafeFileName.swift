/// Makes safe filenames from untrusted ones: none leaves its directory, is hidden, controls a terminal, or
/// collides with another.
package struct SafeFileName {
    /// The greatest length of a name in bytes: file systems allow 255, and a number may be appended.
    package static let byteLimit = 150
    /// The greatest length of an extension in bytes, including its dot.
    private static let extensionLimit = 16

    /// The names that Windows reserves for devices, with any extension.
    private static let devices: Set<String> = Set(
        ["con", "prn", "aux", "nul"] + (1...9).flatMap { ["com\($0)", "lpt\($0)"] }
    )

    private var taken: Set<String>
    private var counters: [String: Int] = [:]

    /// Starts with names that are taken.
    package init(taken: Set<String> = []) {
        self.taken = Set(taken.map { $0.lowercased() })
    }

    /// Returns an unused name; names that differ only in case count as equal.
    ///
    /// - Parameters:
    ///   - wanted: the sender's name, `nil` for none.
    ///   - fallback: the name where nothing of it can be used.
    /// - Returns: the name, of at most ``byteLimit`` bytes and the digits of a number.
    package mutating func next(_ wanted: String?, fallback: String) -> String {
        let clean = wanted.map(Self.cleaned) ?? ""
        let name = clean.isEmpty ? fallback : clean
        let key = name.lowercased()
        guard taken.contains(key) else {
            taken.insert(key)
            return name
        }
        let (stem, suffix) = Self.split(name)
        while true {
            let number = counters[key, default: 1] + 1
            counters[key] = number
            let numbered = "\(stem)-\(number)\(suffix)"
            if taken.insert(numbered.lowercased()).inserted { return numbered }
        }
    }

    /// The last component of a path, made safe; empty where nothing is left.
    package static func cleaned(_ wanted: String) -> String {
        var name = ""
        for scalar in wanted.unicodeScalars {
            switch scalar {
            case "/", "\\": name = ""
            case "<", ">", ":", "\"", "|", "?", "*", "%", "$", "`", "&", ";", "'", "!": name.append("_")
            default:
                switch scalar.properties.generalCategory {
                case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
                    .unassigned:
                    name.append("_")
                default: name.unicodeScalars.append(scalar)
                }
            }
        }
        name = trimmed(name)
        let stem = String(name.unicodeScalars.prefix { $0 != "." })
        if devices.contains(stem.lowercased().trimmingBlanks) { name = "_" + name }
        if name.unicodeScalars.first == "-" { name = "_" + String(name.unicodeScalars.dropFirst()) }
        return shortened(name)
    }

    /// The name without dots and blanks at both ends: a leading dot hides a file, Windows drops a trailing
    /// one.
    private static func trimmed(_ name: String) -> String {
        let isOuter: (Unicode.Scalar) -> Bool = { $0 == "." || $0.properties.isWhitespace }
        var rest = name.unicodeScalars.drop(while: isOuter)
        while let last = rest.last, isOuter(last) { rest.removeLast() }
        return String(rest)
    }

    /// The name cut to the limit, with its extension.
    private static func shortened(_ name: String) -> String {
        guard name.utf8.count > byteLimit else { return name }
        let (stem, suffix) = split(name)
        var short = stem
        // A character may be as long as a name: it is cut by scalars.
        while short.utf8.count + suffix.utf8.count > byteLimit { short.unicodeScalars.removeLast() }
        return short + suffix
    }

    /// The name before its extension, and the extension with its dot, empty where there is none.
    private static func split(_ name: String) -> (stem: String, suffix: String) {
        guard let dot = name.unicodeScalars.lastIndex(of: "."), dot > name.startIndex,
            name[dot...].utf8.count <= extensionLimit
        else { return (name, "") }
        return (String(name[..<dot]), String(name[dot...]))
    }
}

extension String {
    /// The text without trailing blanks.
    fileprivate var trimmingBlanks: String {
        var rest = unicodeScalars[...]
        while rest.last == " " { rest.removeLast() }
        return String(rest)
    }
}
