package import ArgumentParser

/// The choices of an option, each with its raw value as the name.
///
/// The parser asks for the names of all choices several times at each start; it would find them by way of key paths, which
/// takes a fortieth of the instructions of a start.
package protocol NamedChoice: ExpressibleByArgument, CaseIterable, RawRepresentable<String> {}

extension NamedChoice {
    /// The names in the order of the choices.
    package static var allValueStrings: [String] { allCases.map { $0.rawValue } }

    /// Nothing: the help of the option says what its choices are.
    package static var allValueDescriptions: [String: String] { [:] }
}
