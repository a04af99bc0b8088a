import Inspection

/// The names of charsets that receivers can be expected to know: those of the IANA registry that are in use, and
/// the labels of the WHATWG Encoding Standard.
enum CharsetLabel {
    /// Whether a label is known, in any letter case.
    ///
    /// Labels that begin with `x-` are private, and none is refused.
    static func isKnown(_ label: String) -> Bool {
        let label = label.lowercased()
        return names.contains(label) || label.hasPrefix("x-") || label.hasPrefix("cs")
            || families.contains { family in
                label.hasPrefix(family) && label.dropFirst(family.count).contains { $0.isNumber }
            }
    }

    /// Names that are followed by a number.
    private static let families = [
        "iso-8859-", "iso8859-", "iso_8859-", "iso8859", "iso-ir-", "windows-", "cp", "ibm", "ibm-",
        "iso-2022-",
        "euc-", "ebcdic-", "jis_", "gb_", "dk-", "amiga-", "osd_ebcdic_", "hp-", "iso-10646-", "ks_c_5601-",
        "ansi_x3.", "iso646-", "iso_646", "latin",
    ]

    private static let names = Set([
        "utf-8", "utf8", "unicode-1-1-utf-8", "unicode11utf8", "unicode20utf8", "x-unicode20utf8", "utf-7",
        "utf-16", "utf-16le", "utf-16be", "utf16", "utf-32", "utf-32le", "utf-32be", "ucs-2", "unicode",
        "unicodefffe", "unicodefeff", "us-ascii", "ascii", "ansi", "us", "arabic", "greek", "greek8",
        "hebrew",
        "cyrillic", "visual", "logical", "ecma-114", "ecma-118", "asmo-708", "elot_928", "sun_eu_greek",
        "dos-874", "tis-620", "koi", "koi8", "koi8-r", "koi8_r", "koi8-u", "koi8-ru", "mac", "macintosh",
        "big5", "big5-hkscs", "cn-big5", "gb2312", "gb_2312", "gb_2312-80", "gbk", "gb18030", "chinese",
        "hz-gb-2312", "hz", "shift_jis", "shift-jis", "sjis", "ms_kanji", "ms932", "euc-jp", "euc-kr",
        "euc-tw",
        "iso-2022-jp", "iso-2022-kr", "iso-2022-cn", "korean", "johab", "viscii", "hp-roman8", "scsu",
        "bocu-1",
        "cesu-8", "ptcp154", "dec-mcs", "binary", "unknown-8bit", "ibm-thai", "ibm-symbols",
    ])
}
