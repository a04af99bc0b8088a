package import ArgumentParser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Values of options that begin with dashes, which the parser takes for options.
///
/// They are joined to their options, as in `--boundary=----X`, unless they are options of the same command.
package struct DashedValues {
    /// The names of a command's options and flags.
    private struct Names {
        /// The name to write a value to, by each name of an option that takes one.
        var valued: [String: String] = [:]
        var all: Set<String> = ["-h", "--help", "--version"]
    }

    /// What the parser writes of a command (`--experimental-dump-help`).
    private struct Help: Decodable {
        struct Command: Decodable {
            var arguments: [Argument]?
        }
        struct Argument: Decodable {
            var kind: String
            var names: [Name]?
        }
        struct Name: Decodable {
            var kind: String
            var name: String
        }
        var command: Command
    }

    private let root: any ParsableCommand.Type

    /// Prepares for the command lines of an executable.
    package init(of root: any ParsableCommand.Type) {
        self.root = root
    }

    /// The arguments, with values that begin with dashes joined to their options.
    package func joining(_ arguments: [String]) -> [String] {
        // Only then a value can stand after its option; the names of options take a while to list.
        let followers = zip(arguments, arguments.dropFirst())
        guard followers.contains(where: { $0.hasPrefix("-") && $1.hasPrefix("-") && $1.count > 1 }),
            let names = names(for: arguments)
        else { return arguments }
        var result: [String] = []
        var index = 0
        while index < arguments.count {
            let argument = arguments[index]
            if argument == "--" { return result + arguments[index...] }
            let next = index + 1 < arguments.count ? arguments[index + 1] : ""
            let name = String(next.prefix { $0 != "=" })
            if let option = names.valued[argument], next.hasPrefix("-"), next.count > 1,
                !names.all.contains(name)
            {
                result.append("\(option)=\(next)")
                index += 1
            } else {
                result.append(argument)
            }
            index += 1
        }
        return result
    }

    /// The names of the command that a command line runs.
    private func names(for arguments: [String]) -> Names? {
        var type = root
        for argument in arguments {
            let subcommands = type.configuration.subcommands
            guard let found = subcommands.first(where: { $0._commandName == argument }) else { break }
            type = found
        }
        let text = Data(type._dumpHelp().utf8)
        guard let help = try? JSONDecoder().decode(Help.self, from: text) else { return nil }
        var names = Names()
        for argument in help.command.arguments ?? [] {
            let own = (argument.names ?? []).map { ($0.kind == "long" ? "--" : "-") + $0.name }
            names.all.formUnion(own)
            guard argument.kind == "option", let long = own.first(where: { $0.hasPrefix("--") }) else {
                continue
            }
            for name in own { names.valued[name] = long }
        }
        return names
    }
}
