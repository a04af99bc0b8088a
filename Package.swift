// swift-tools-version: 6.3
import PackageDescription

/// One set of settings holds in every room.
let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .treatAllWarnings(as: .error),
]

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")

/// Whether `partwise-live` is built too, which opens sockets (`PARTWISE_LIVE=1 swift build`).
///
/// Without it neither SwiftNIO nor what goes with it is fetched. A trait would do the same, but change the flags of all
/// rooms, so that each turn from one build to the other would build them anew.
let isLive = Context.environment["PARTWISE_LIVE"] == "1"

let package = Package(
    name: "partwise",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "partwise", targets: ["Tool"]),
        .library(name: "PartwiseForms", targets: ["PartwiseForms"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
    ],
    targets: [
        // The rooms, in the order in which data passes through them.
        .target(name: "Bytes", swiftSettings: settings),
        .target(
            name: "CaptureSources",
            dependencies: ["Bytes", "CMapping", "CPcap", "CZip", "CZlib"],
            swiftSettings: settings
        ),
        .target(name: "Connections", dependencies: ["Bytes", "CaptureSources"], swiftSettings: settings),
        .target(name: "Cryptography", dependencies: ["COpenSSL"], swiftSettings: settings),
        .target(name: "Decryption", dependencies: ["Bytes", "Cryptography"], swiftSettings: settings),
        .target(
            name: "Exchanges",
            dependencies: ["Bytes"],
            swiftSettings: settings
        ),
        .target(name: "Filters", dependencies: ["Bytes"], swiftSettings: settings),
        .target(name: "Forms", dependencies: ["Bytes"], swiftSettings: settings),
        .target(name: "Inspection", dependencies: ["Bytes", "Exchanges", "Forms"], swiftSettings: settings),
        .target(
            name: "InspectionRules",
            dependencies: ["Bytes", "Exchanges", "Forms", "Inspection"],
            swiftSettings: settings
        ),
        .target(name: "LoggedErrors", dependencies: ["Inspection"], swiftSettings: settings),
        .target(
            name: "Pages",
            dependencies: ["Bytes", "CGumbo", "Exchanges", "Forms", "Inspection"],
            swiftSettings: settings
        ),
        .target(
            name: "PartwiseForms",
            dependencies: ["Bytes", "Exchanges", "Forms", "Inspection", "InspectionRules"],
            swiftSettings: settings
        ),
        .target(
            name: "Pipeline",
            dependencies: [
                "Bytes", "CaptureSources", "Connections", "Cryptography", "Decryption", "Exchanges", "Forms",
                "Inspection", "Pages", "CBrotli", "CMalloc", "CZlib", "CZstd",
            ],
            swiftSettings: settings
        ),
        .target(
            name: "Policy",
            dependencies: ["Bytes", "CYaml", "Exchanges", "Forms", "Inspection", "Pages"],
            swiftSettings: settings
        ),
        .target(
            name: "Profiles",
            dependencies: ["Bytes", "Exchanges", "Forms", "Inspection"],
            swiftSettings: settings
        ),
        .target(
            name: "Repair",
            dependencies: [
                "Bytes", "CaptureSources", "Exchanges", "Forms", "Inspection", "InspectionRules", "Pipeline",
                "Profiles",
            ],
            swiftSettings: settings
        ),
        .target(
            name: "Reporting",
            dependencies: [
                "Bytes", "CPageAssets", "Cryptography", "Exchanges", "Forms", "Inspection", "LoggedErrors",
                "Pages",
                "Pipeline", "Policy",
                "Profiles",
            ],
            swiftSettings: settings
        ),
        .target(name: "Rewriting", dependencies: ["Bytes", "Forms"], swiftSettings: settings),
        .target(
            name: "Shell",
            dependencies: [
                "Bytes", "CaptureSources", "Connections", "Decryption", "Exchanges", "Filters", "Forms",
                "Inspection", "InspectionRules", "LoggedErrors", "Pages", "Pipeline", "Policy", "Profiles",
                "Repair",
                "Reporting",
                argumentParser,
            ],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "Tool",
            dependencies: [
                "Bytes", "Exchanges", "Forms", "Inspection", "InspectionRules", "LoggedErrors", "Pages",
                "Pipeline", "Policy",
                "Profiles",
                "Repair", "Reporting", "Shell", argumentParser,
            ],
            swiftSettings: settings
        ),

        // The files that pages and trials are made of, as bytes of the program.
        .target(name: "CPageAssets", exclude: ["Page"]),

        // The C libraries that the rooms stand on.
        .systemLibrary(
            name: "CBrotli",
            pkgConfig: "libbrotlidec",
            providers: [.apt(["libbrotli-dev"]), .brew(["brotli"])]
        ),
        .systemLibrary(
            name: "CGumbo",
            pkgConfig: "gumbo",
            providers: [.apt(["libgumbo-dev"]), .brew(["gumbo-parser"])]
        ),
        .systemLibrary(name: "CMalloc"),
        .systemLibrary(
            name: "CYaml",
            pkgConfig: "yaml-0.1",
            providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]
        ),
        .systemLibrary(
            name: "CZlib",
            pkgConfig: "zlib",
            providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]
        ),
        .systemLibrary(
            name: "CZstd",
            pkgConfig: "libzstd",
            providers: [.apt(["libzstd-dev"]), .brew(["zstd"])]
        ),
        .target(name: "CMapping"),
        // Those that are not linked with, but loaded when they are first used.
        .target(name: "CLoading"),
        .target(name: "COpenSSL", dependencies: ["CLoading"]),
        // Its headers use the names of BSD's types.
        .target(name: "CPcap", dependencies: ["CLoading"], cSettings: [.define("_DEFAULT_SOURCE")]),
        .target(name: "CZip", dependencies: ["CLoading"]),

        // The tests: one target a room, that of the rules with the inspection that runs them, and what they share.
        .target(
            name: "TestSupport",
            dependencies: ["Bytes", "CZlib", "Exchanges", "Forms"],
            path: "Tests/TestSupport",
            swiftSettings: settings
        ),
        .testTarget(name: "TestSupportTests", dependencies: ["TestSupport"], swiftSettings: settings),
        .testTarget(name: "ArchitectureTests", dependencies: ["TestSupport"], swiftSettings: settings),
        .testTarget(name: "BytesTests", dependencies: ["Bytes", "TestSupport"], swiftSettings: settings),
        .testTarget(name: "CryptographyTests", dependencies: ["Cryptography"], swiftSettings: settings),
        .testTarget(
            name: "DecryptionTests",
            dependencies: [
                "Bytes", "CaptureSources", "Connections", "Cryptography", "Decryption", "TestSupport",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "FiltersTests",
            dependencies: ["Bytes", "Filters", "TestSupport"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "FormsTests",
            dependencies: ["Bytes", "Forms", "TestSupport"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "InspectionTests",
            dependencies: [
                "Bytes", "Connections", "Exchanges", "Forms", "Inspection", "InspectionRules", "Pipeline",
                "TestSupport",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "LoggedErrorsTests",
            dependencies: ["Inspection", "InspectionRules", "LoggedErrors", "TestSupport"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "PagesTests",
            dependencies: ["Bytes", "Exchanges", "Forms", "Inspection", "Pages", "TestSupport"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "PartwiseFormsTests",
            dependencies: [
                "Bytes", "Exchanges", "Forms", "Inspection", "InspectionRules", "PartwiseForms", "Pipeline",
                "Reporting",
                "TestSupport",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "PipelineTests",
            dependencies: [
                "Bytes", "CaptureSources", "Connections", "Decryption", "Exchanges", "Forms", "Inspection",
                "InspectionRules",
                "Pages", "Pipeline", "TestSupport",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "ExchangesTests",
            dependencies: ["Bytes", "CaptureSources", "Connections", "Exchanges", "TestSupport"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "Bytes", "CaptureSources", "Connections", "Cryptography", "Decryption", "Exchanges", "Forms",
                "Inspection", "InspectionRules", "PartwiseForms", "Pipeline", "Profiles", "Rewriting",
                "TestSupport",
            ],
            exclude: ["Corpora/corpora.tsv", "Judges"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "CaptureSourcesTests",
            dependencies: ["Bytes", "CaptureSources", "CZlib", "TestSupport"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "ConnectionsTests",
            dependencies: ["Bytes", "CaptureSources", "Connections", "TestSupport"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "PolicyTests",
            dependencies: [
                "Forms", "Inspection", "InspectionRules", "Pages", "Pipeline", "Policy", "TestSupport",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "ProfilesTests",
            dependencies: [
                "Bytes", "Exchanges", "Forms", "Inspection", "InspectionRules", "Profiles", "TestSupport",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "ReportingTests",
            dependencies: [
                "Bytes", "Connections", "Cryptography", "Exchanges", "Forms", "Inspection", "InspectionRules",
                "Pipeline",
                "Profiles", "Reporting", "TestSupport",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "RewritingTests",
            dependencies: ["Bytes", "Forms", "Rewriting", "TestSupport"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "ShellTests",
            dependencies: [
                "Bytes", "CaptureSources", "Decryption", "Exchanges", "Filters", "Forms", "Inspection",
                "InspectionRules",
                "Policy", "Repair", "Reporting", "Shell", "TestSupport",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "ToolTests",
            dependencies: [
                "Bytes", "CaptureSources", "Cryptography", "Exchanges", "Forms", "Inspection",
                "InspectionRules", "LoggedErrors",
                "Pipeline",
                "Policy", "Repair", "Reporting", "Shell", "TestSupport", "Tool",
            ],
            exclude: ["Conversion/Judges"],
            swiftSettings: settings
        ),
    ],
    // For `#embed`.
    cLanguageStandard: .c2x
)

if isLive {
    let nio = [
        Target.Dependency.product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP2", package: "swift-nio-http2"),
        .product(name: "NIOHPACK", package: "swift-nio-http2"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
        .product(name: "NIOTLS", package: "swift-nio"),
    ]
    let subprocess = Target.Dependency.product(name: "Subprocess", package: "swift-subprocess")
    let system = Target.Dependency.product(name: "SystemPackage", package: "swift-system")
    package.dependencies += [
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-http2", from: "1.46.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/apple/swift-system", from: "1.6.0"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
    ]
    package.products += [.executable(name: "partwise-live", targets: ["ToolLive"])]
    package.targets += [
        .target(name: "CTrialAssets", exclude: ["Adapters", "Page", "bodies.json"]),
        .target(
            name: "Recording",
            dependencies: ["Bytes", "CaptureSources", "Connections", "Exchanges", "Pipeline"] + nio,
            swiftSettings: settings
        ),
        .target(
            name: "Trials",
            dependencies: [
                "Bytes", "CTrialAssets", "Cryptography", "Exchanges", "Forms", "Inspection",
                "InspectionRules",
                "Pipeline", "Profiles",
                "Recording", "Reporting", subprocess, system,
            ],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "ToolLive",
            dependencies: [
                "Bytes", "Cryptography", "Decryption", "Exchanges", "Filters", "Forms", "Inspection",
                "InspectionRules",
                "Pipeline", "Policy",
                "Recording", "Repair", "Reporting", "Rewriting", "Shell", "Trials", argumentParser,
                subprocess, system,
            ] + nio,
            swiftSettings: settings
        ),
        .testTarget(
            name: "TrialsTests",
            dependencies: [
                "Bytes", "Connections", "Exchanges", "Forms", "Inspection", "InspectionRules", "Pipeline",
                "Recording",
                "Reporting", "TestSupport", "Trials",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "ToolLiveTests",
            dependencies: [
                "Bytes", "CaptureSources", "Connections", "Filters", "Forms", "Inspection", "InspectionRules",
                "Pipeline", "Recording", "Reporting", "Rewriting", "Shell", "TestSupport", "ToolLive",
                argumentParser,
            ] + nio + [.product(name: "NIOEmbedded", package: "swift-nio")],
            swiftSettings: settings
        ),
    ]
}
