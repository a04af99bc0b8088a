/// Which modules each room may import: the plan of the house.
///
/// The rooms stand in the order in which data passes through them, which is that of the alphabet too. The executables
/// stand above all of them.
enum ImportTable {
    /// What one room may import.
    struct Row: Sendable {
        /// The rooms of the project.
        var rooms: Set<String>
        /// Modules from elsewhere.
        var foreign: Set<String> = []
        /// Modules from elsewhere that only some files may import: those whose name contains a key.
        var foreignInFiles: [String: Set<String>] = [:]
    }

    /// The systems' C libraries.
    static let systemLibraries: Set<String> = ["Glibc", "Darwin", "Musl"]

    /// The table.
    static let rows: [String: Row] = [
        "Bytes": Row(rooms: [], foreign: ["Synchronization"]),
        "CaptureSources": Row(
            rooms: ["Bytes"],
            foreign: ["CMapping", "CPcap", "CZip", "CZlib"],
            foreignInFiles: [
                "Descriptor": systemLibraries.union(["Synchronization"]), "ByteStore": ["Synchronization"],
                "ReadAhead": ["Dispatch", "Synchronization"], "MappedFile": systemLibraries,
                // Addresses of interfaces, and waiting for packets.
                "CaptureDevice": systemLibraries, "DeviceCapture": systemLibraries,
            ]
        ),
        "Connections": Row(rooms: ["Bytes", "CaptureSources"]),
        // The system's OpenSSL: to build one takes longer than all else.
        "Cryptography": Row(rooms: [], foreign: ["COpenSSL", "Synchronization"]),
        "Decryption": Row(rooms: ["Bytes", "Cryptography"]),
        "Exchanges": Row(rooms: ["Bytes"], foreign: ["Synchronization"]),
        "Filters": Row(rooms: ["Bytes"]),
        // The writer reads files while it writes them.
        "Forms": Row(
            rooms: ["Bytes"],
            foreignInFiles: ["FileDescriptorSource": systemLibraries, "PartList": ["Synchronization"]]
        ),
        "Inspection": Row(rooms: ["Bytes", "Exchanges", "Forms"]),
        // Named only where rules are chosen, so that pages, pipeline and reports are built beside them.
        "InspectionRules": Row(rooms: ["Bytes", "Exchanges", "Forms", "Inspection"]),
        // Stands apart from the rules, so that nothing but the reports waits for it.
        "LoggedErrors": Row(rooms: ["Inspection"]),
        // The tree of a page is built by browsers' rules.
        "Pages": Row(rooms: ["Bytes", "Exchanges", "Forms", "Inspection"], foreign: ["CGumbo"]),
        // The one module that is embedded: nothing of captures, no C library.
        "PartwiseForms": Row(rooms: ["Bytes", "Exchanges", "Forms", "Inspection", "InspectionRules"]),
        "Pipeline": Row(
            rooms: [
                "Bytes", "CaptureSources", "Connections", "Cryptography", "Decryption", "Exchanges", "Forms",
                "Inspection", "Pages",
            ],
            // For content codings, and for threads and their memory.
            foreign: ["CBrotli", "CMalloc", "CZlib", "CZstd", "Dispatch", "Synchronization"]
        ),
        "Policy": Row(rooms: ["Bytes", "Exchanges", "Forms", "Inspection", "Pages"], foreign: ["CYaml"]),
        "Profiles": Row(rooms: ["Bytes", "Exchanges", "Forms", "Inspection"]),
        // Sockets, and what passes them.
        "Recording": Row(
            rooms: ["Bytes", "CaptureSources", "Connections", "Exchanges", "Pipeline"],
            foreign: systemLibraries.union(["NIOCore", "NIOPosix", "Synchronization"])
        ),
        "Repair": Row(
            rooms: [
                "Bytes", "CaptureSources", "Exchanges", "Forms", "Inspection", "InspectionRules", "Pipeline",
                "Profiles",
            ],
            // For charsets.
            foreign: systemLibraries.union(["Foundation", "FoundationEssentials"])
        ),
        "Reporting": Row(
            // Pages know their own scripts by digests.
            rooms: [
                "Bytes", "Cryptography", "Exchanges", "Forms", "Inspection", "LoggedErrors", "Pages",
                "Pipeline", "Policy",
                "Profiles",
            ],
            foreign: ["CPageAssets", "Foundation", "FoundationEssentials"]
        ),
        "Rewriting": Row(rooms: ["Bytes", "Forms"]),
        "Shell": Row(
            rooms: [
                "Bytes", "CaptureSources", "Connections", "Decryption", "Exchanges", "Filters", "Forms",
                "Inspection", "InspectionRules", "LoggedErrors", "Pages", "Pipeline", "Policy", "Profiles",
                "Repair",
                "Reporting",
            ],
            foreign: systemLibraries.union(["ArgumentParser", "Foundation", "FoundationEssentials"]),
            foreignInFiles: [
                "StandardInput": ["Synchronization"], "DetachedOutput": ["Dispatch", "Synchronization"],
            ]
        ),
        "Tool": Row(
            rooms: [
                "Bytes", "Exchanges", "Forms", "Inspection", "InspectionRules", "LoggedErrors", "Pages",
                "Pipeline", "Policy",
                "Profiles",
                "Repair", "Reporting", "Shell",
            ],
            foreign: ["ArgumentParser"]
        ),
        "ToolLive": Row(
            rooms: [
                "Bytes", "Cryptography", "Decryption", "Exchanges", "Filters", "Forms", "Inspection",
                "InspectionRules",
                "Pipeline", "Policy",
                "Profiles", "Recording", "Repair", "Reporting", "Rewriting", "Shell", "Trials",
            ],
            // Certificates of its own, and browsers to open.
            foreign: systemLibraries.union([
                "ArgumentParser", "Foundation", "FoundationEssentials", "NIOCore", "NIOHPACK", "NIOHTTP2",
                "NIOPosix", "NIOSSL", "NIOTLS", "Subprocess", "System", "SystemPackage",
            ])
        ),
        "Trials": Row(
            rooms: [
                "Bytes", "Cryptography", "Exchanges", "Forms", "Inspection", "InspectionRules", "Pipeline",
                "Profiles",
                "Recording", "Reporting",
            ],
            // Drivers are processes that read files.
            foreign: [
                "CTrialAssets", "Foundation", "FoundationEssentials", "Subprocess", "System", "SystemPackage",
            ],
            foreignInFiles: ["ProcessGroup": systemLibraries]
        ),
    ]

    /// The modules that the file imports against the table.
    static func violations(of file: SourceFile) -> [String] {
        guard let row = rows[file.room] else { return ["the room \(file.room) is not in the table"] }
        let extra = row.foreignInFiles.filter { file.name.contains($0.key) }.values.flatMap(\.self)
        let allowed = row.rooms.union(row.foreign).union(extra)
        // Foundation as a whole brings 34 MB of Unicode data into the program.
        let isHeavy =
            row.foreign.contains("FoundationEssentials") && file.imports.contains("Foundation")
            && !file.imports.contains("FoundationEssentials")
        return file.imports.filter { !allowed.contains($0) } + (isHeavy ? ["Foundation as a whole"] : [])
    }
}
