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
    package init(styles: [[UInt8]], scripts: [[UInt8]] = [], connects: Bool = false) {
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

    private static func joined(_ files: [[UInt8]]) -> String {
        files.map { String(decoding: $0, as: UTF8.self) }.joined()
    }
}

extension PageAssets {
    /// The assets of the report on exchanges.
    static let report = PageAssets(
        styles: [PackageResources.page_css, PackageResources.exchanges_css, PackageResources.bytes_css],
        scripts: [
            PackageResources.dom_js, PackageResources.glyphs_js, PackageResources.block_js,
            PackageResources.bytes_js, PackageResources.tree_js, PackageResources.exchange_js,
            PackageResources.list_js, PackageResources.report_js, PackageResources.theme_js,
        ]
    )

    /// The assets of the page on exchanges while they come.
    static let live = PageAssets(
        styles: [
            PackageResources.page_css, PackageResources.exchanges_css, PackageResources.bytes_css,
            PackageResources.live_css,
        ],
        scripts: [
            PackageResources.dom_js, PackageResources.glyphs_js, PackageResources.block_js,
            PackageResources.bytes_js, PackageResources.tree_js, PackageResources.exchange_js,
            PackageResources.list_js, PackageResources.running_js, PackageResources.live_js,
            PackageResources.theme_js,
        ],
        connects: true
    )

    /// The assets of a comparison of requests.
    static let comparison = PageAssets(
        styles: [
            PackageResources.page_css, PackageResources.exchanges_css, PackageResources.bytes_css,
            PackageResources.comparison_css,
        ],
        scripts: [
            PackageResources.dom_js, PackageResources.glyphs_js, PackageResources.block_js,
            PackageResources.bytes_js, PackageResources.comparison_js, PackageResources.theme_js,
        ]
    )

    /// The assets of the matrix of clients.
    static let clients = PageAssets(styles: [PackageResources.clients_css])
}
