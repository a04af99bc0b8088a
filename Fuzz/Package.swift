// swift-tools-version: 6.3
import PackageDescription

/// The modules are those of the project, which are not public: `Modules` leads to their sources.
let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

/// A module, and those above it on which it may depend.
func module(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(
        name: name,
        dependencies: dependencies,
        path: "Modules/\(name)",
        swiftSettings: settings
    )
}

func library(_ name: String, _ pkgConfig: String) -> Target {
    .systemLibrary(name: name, path: "Modules/\(name)", pkgConfig: pkgConfig)
}

let readers: [Target.Dependency] = [
    "Bytes", "CaptureSources", "Connections", "Decryption", "Exchanges", "Forms", "Inspection",
]

let package = Package(
    name: "partwise-fuzz",
    platforms: [.macOS(.v15)],
    targets: [
        module("Bytes", []),
        module("CaptureSources", ["Bytes", "CMapping", "CPcap", "CZip", "CZlib"]),
        module("Connections", ["Bytes", "CaptureSources"]),
        module("Cryptography", ["COpenSSL"]),
        module("Decryption", ["Bytes", "Cryptography"]),
        module("Exchanges", ["Bytes"]),
        module("Filters", ["Bytes"]),
        module("Forms", ["Bytes"]),
        module("Inspection", ["Bytes", "Exchanges", "Forms"]),
        module("InspectionRules", ["Bytes", "Exchanges", "Forms", "Inspection"]),
        module("LoggedErrors", ["Inspection"]),
        module("Pages", ["Bytes", "CGumbo", "Exchanges", "Forms", "Inspection"]),
        module("Pipeline", readers + ["Cryptography", "Pages", "CBrotli", "CMalloc", "CZlib", "CZstd"]),
        module("Policy", ["Bytes", "CYaml", "Exchanges", "Forms", "Inspection", "Pages"]),
        module("Profiles", ["Bytes", "Exchanges", "Forms", "Inspection"]),
        module(
            "Repair",
            [
                "Bytes", "CaptureSources", "Exchanges", "Forms", "Inspection", "InspectionRules", "Pipeline",
                "Profiles",
            ]
        ),
        module(
            "Reporting",
            [
                "Bytes", "Cryptography", "Exchanges", "Forms", "Inspection", "LoggedErrors", "Pages",
                "Pipeline", "Policy",
                "Profiles", "CPageAssets",
            ]
        ),
        module("Rewriting", ["Bytes", "Forms"]),
        .target(name: "CPageAssets", path: "Modules/CPageAssets", exclude: ["Page"]),
        library("CBrotli", "libbrotlidec"),
        library("CGumbo", "gumbo"),
        .systemLibrary(name: "CMalloc", path: "Modules/CMalloc"),
        library("CYaml", "yaml-0.1"),
        library("CZlib", "zlib"),
        library("CZstd", "libzstd"),
        .target(name: "CLoading", path: "Modules/CLoading"),
        .target(name: "CMapping", path: "Modules/CMapping"),
        .target(name: "COpenSSL", dependencies: ["CLoading"], path: "Modules/COpenSSL"),
        .target(
            name: "CPcap",
            dependencies: ["CLoading"],
            path: "Modules/CPcap",
            cSettings: [.define("_DEFAULT_SOURCE")]
        ),
        .target(name: "CZip", dependencies: ["CLoading"], path: "Modules/CZip"),
        // libFuzzer brings main().
        .executableTarget(
            name: "Fuzz",
            dependencies: readers + [
                "Filters", "InspectionRules", "Pipeline", "Repair", "Reporting", "Rewriting",
            ],
            swiftSettings: settings + [.unsafeFlags(["-parse-as-library"])],
            linkerSettings: [.unsafeFlags(["-sanitize=fuzzer"])]
        ),
    ],
    // For `#embed`.
    cLanguageStandard: .c2x
)
