// swift-tools-version: 6.3
import PackageDescription

/// Measurements that need the library in the same process as what it is compared with.
let package = Package(
    name: "partwise-benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "partwise", path: "..")],
    targets: [
        .target(name: "CMemmem", cSettings: [.define("_GNU_SOURCE")]),
        .executableTarget(
            name: "Scan",
            dependencies: ["CMemmem", .product(name: "PartwiseForms", package: "partwise")]
        ),
    ]
)
