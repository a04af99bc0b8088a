import Crypto
import Foundation

/// The style and the script of a page, and the policy that allows no others.
package struct PageAssets {
    /// The style sheet's text.
    package let style: String
    /// The script's text; empty where the page has none.
    package let script: String

    /// Joins style sheets and scripts, in order; each script has its own scope.
    package init(styles: [[UInt8]], scripts: [[UInt8]] = []) {
        style = Self.joined(styles)
        script = scripts.isEmpty ? "" : "\"use strict\";\n(() => {\n" + Self.joined(scripts) + "})();\n"
    }

    /// The content security policy: only this style and this script, each by its digest (CSP3 §2).
    ///
    /// No URL can be requested, so that content of a capture cannot even reveal that it was viewed.
    package var policy: String {
        let scripts = script.isEmpty ? "" : "script-src '\(Self.source(script))'; "
        return "default-src 'none'; \(scripts)style-src '\(Self.source(style))'; "
            + "img-src data:; base-uri 'none'; form-action 'none'"
    }

    /// The hash source of an inline element's text (CSP3 §2.3.1).
    private static func source(_ text: String) -> String {
        "sha256-" + Data(SHA256.hash(data: Data(text.utf8))).base64EncodedString()
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
            PackageResources.list_js, PackageResources.theme_js,
        ]
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
