// swift-tools-version:6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny")
]

let package = Package(
    name: "fivebar",
    products: [
        .executable(name: "fivebar", targets: ["fivebar"]),
        .library(name: "HummingbirdFastCGI", targets: ["HummingbirdFastCGI"]),
    ],
    dependencies: [
        // Without its default traits, Hummingbird needs neither
        // swift-configuration nor all of Foundation.
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        .systemLibrary(name: "CEpoll"),
        .systemLibrary(name: "CQREncode", providers: [.apt(["libqrencode-dev"])]),
        .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
        .target(
            name: "HummingbirdFastCGI",
            dependencies: [
                "CEpoll",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: strict
        ),
        .target(name: "Figures", dependencies: ["CQREncode"], swiftSettings: strict),
        .target(
            name: "Ledger",
            dependencies: [
                "CZlib",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: strict
        ),
        .target(
            name: "Site",
            dependencies: [
                "CZlib",
                "Figures",
                "Ledger",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Mustache", package: "swift-mustache"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "fivebar",
            dependencies: [
                "HummingbirdFastCGI",
                "Ledger",
                "Site",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: strict,
            linkerSettings: [
                // Nothing is loaded at run time that would look for the executable's own symbols: without them it takes
                // 4 MB less, and starts sooner. What is bound at the start cannot be bound to something else later.
                .unsafeFlags(
                    ["-Xlinker", "--no-export-dynamic", "-Xlinker", "-z", "-Xlinker", "now"],
                    .when(configuration: .release))
            ]
        ),
        .testTarget(
            name: "HummingbirdFastCGITests",
            dependencies: [
                "HummingbirdFastCGI",
                .product(name: "Hummingbird", package: "hummingbird"),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "FiguresTests", dependencies: ["Figures"], exclude: ["Golden"], swiftSettings: strict),
        .testTarget(
            name: "LedgerTests",
            dependencies: ["CZlib", "Ledger", .product(name: "GRDB", package: "GRDB.swift")],
            swiftSettings: strict
        ),
        .testTarget(
            name: "SiteTests",
            dependencies: [
                "CZlib", "Figures", "Site", "Ledger",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "fivebarTests",
            dependencies: ["fivebar", "Ledger", "Site", .product(name: "GRDB", package: "GRDB.swift")],
            swiftSettings: strict
        ),
    ],
    swiftLanguageModes: [.v6]
)
