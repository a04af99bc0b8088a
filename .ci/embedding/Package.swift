// swift-tools-version: 6.3
import PackageDescription

/// A package outside of Partwise that embeds it, as a library author's does.
let package = Package(
    name: "embedding",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "partwise", path: "../..")],
    targets: [
        .executableTarget(
            name: "JudgeForm",
            dependencies: [.product(name: "PartwiseForms", package: "partwise")],
            swiftSettings: [.enableUpcomingFeature("MemberImportVisibility"), .treatAllWarnings(as: .error)]
        )
    ]
)
