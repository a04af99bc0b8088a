import Foundation
import TestSupport
import Testing

@testable import Reporting

/// Whether what a page says can be read, in both colour schemes (WCAG 2.2 §1.4.3).
struct PageContrastTests {
    /// The contrast that text of normal size needs.
    private static let least = 4.5

    /// The colours of text, each with the backgrounds on which it stands.
    private static let pairs: [(ink: String, grounds: [String])] = [
        ("ink", ["paper", "card", "hover", "delimiter", "header", "stray"]),
        ("soft", ["paper", "card", "hover"]),
        ("link", ["paper", "card", "hover"]),
        ("control", ["paper", "card", "hover", "delimiter", "header", "stray"]),
        ("error", ["paper", "card", "error-wash"]),
        ("warning", ["paper", "card", "hover", "warning-wash"]),
        ("note", ["card", "note-wash"]),
        ("good", ["card", "good-wash"]),
        ("lit-ink", ["lit"]),
    ]

    /// The colours of a style sheet by name: the light one, and the dark one.
    private func colours(_ style: String) -> [String: [String]] {
        var colours: [String: [String]] = [:]
        for match in style.matches(of: /--([a-z-]+): light-dark\(#([0-9a-fA-F]+), #([0-9a-fA-F]+)\)/) {
            colours[String(match.1)] = [String(match.2), String(match.3)]
        }
        return colours
    }

    /// The relative luminance of a colour, such as `fff` or `1b1e23`.
    private func luminance(_ colour: String) throws -> Double {
        let digits = colour.count == 3 ? colour.map { "\($0)\($0)" }.joined() : colour
        let value = try #require(Int(digits, radix: 16))
        let channels = [value >> 16, value >> 8 & 0xFF, value & 0xFF].map { channel in
            let share = Double(channel) / 255
            return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2]
    }

    private func contrast(_ one: String, _ other: String) throws -> Double {
        let (one, other) = (try luminance(one), try luminance(other))
        return (max(one, other) + 0.05) / (min(one, other) + 0.05)
    }

    @Test func `text on a report stands out from every background that it has`() throws {
        let colours = colours(PageAssets.comparison.style)
        for (ink, grounds) in Self.pairs {
            for (ground, scheme) in grounds.flatMap({ [($0, 0), ($0, 1)] }) {
                let text = try #require(colours[ink]?[scheme], "\(ink)")
                let ratio = try contrast(text, #require(colours[ground]?[scheme], "\(ground)"))
                #expect(ratio >= Self.least, "\(ink) on \(ground), \(scheme == 0 ? "light" : "dark")")
            }
        }
    }

    @Test func `text on the page of clients stands out from every background that it has`() throws {
        let colours = colours(PageAssets.clients.style)
        for ink in ["ink", "soft", "odd"] {
            for (ground, scheme) in [("ground", 0), ("ground", 1), ("head", 0), ("head", 1)] {
                let text = try #require(colours[ink]?[scheme], "\(ink)")
                let ratio = try contrast(text, #require(colours[ground]?[scheme], "\(ground)"))
                #expect(ratio >= Self.least, "\(ink) on \(ground), \(scheme == 0 ? "light" : "dark")")
            }
        }
    }

    @Test func `no page makes text fainter than its colour`() {
        for assets in [PageAssets.report, .comparison, .live, .clients] {
            #expect(!assets.style.contains("opacity"))
        }
    }
}
