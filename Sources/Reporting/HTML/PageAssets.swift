import CPageAssets
import Cryptography

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The style and the script of a page, and the policy that allows no others.
package struct PageAssets {
    /// The style sheet's text.
    package let style: String
    /// The script's text; empty where the page has none.
    package let script: String
    /// Whether the script may connect to the server of its page.
    private let connects: Bool

    /// Joins style sheets and scripts, in order; each script has its own scope.
    package init(styles: [UnsafePointer<CChar>], scripts: [UnsafePointer<CChar>] = [], connects: Bool = false)
    {
        self.connects = connects
        style = Self.joined(styles)
        script = scripts.isEmpty ? "" : "\"use strict\";\n(() => {\n" + Self.joined(scripts) + "})();\n"
    }

    /// The content security policy: only this style and this script, each by its digest (CSP3 §2).
    ///
    /// No URL can be requested but those of the page's own server, where the script connects to that, so that content of
    /// a capture cannot even reveal that it was viewed.
    package var policy: String {
        let scripts = script.isEmpty ? "" : "script-src '\(Self.source(script))'; "
        let server = connects ? "connect-src 'self'; " : ""
        return "default-src 'none'; \(scripts)\(server)style-src '\(Self.source(style))'; "
            + "img-src data:; base-uri 'none'; form-action 'none'"
    }

    /// The hash source of an inline element's text (CSP3 §2.3.1).
    private static func source(_ text: String) -> String {
        "sha256-" + Data(HashFunction.sha256.digest(of: Array(text.utf8)).bytes).base64EncodedString()
    }

    private static func joined(_ files: [UnsafePointer<CChar>]) -> String {
        files.map { String(cString: $0) }.joined()
    }
}

extension PageAssets {
    /// The assets of the report on exchanges.
    static let report = PageAssets(
        styles: [page_css(), exchanges_css(), bytes_css()],
        scripts: [
            dom_js(), glyphs_js(), block_js(),
            bytes_js(), tree_js(), exchange_js(),
            list_js(), report_js(), theme_js(),
        ]
    )

    /// The assets of the page on exchanges while they come.
    static let live = PageAssets(
        styles: [
            page_css(), exchanges_css(), bytes_css(),
            live_css(),
        ],
        scripts: [
            dom_js(), glyphs_js(), block_js(),
            bytes_js(), tree_js(), exchange_js(),
            list_js(), running_js(), live_js(),
            theme_js(),
        ],
        connects: true
    )

    /// The assets of a comparison of requests.
    static let comparison = PageAssets(
        styles: [
            page_css(), exchanges_css(), bytes_css(),
            comparison_css(),
        ],
        scripts: [
            dom_js(), glyphs_js(), block_js(),
            bytes_js(), comparison_js(), theme_js(),
        ]
    )

    /// The assets of the matrix of clients.
    static let clients = PageAssets(styles: [clients_css()])
}
