package import Inspection

/// The rules of contracts, in the order in which they are listed.
package enum ContractRules {
    /// How many places of one rule are told one by one: a hostile form has thousands.
    static let placeLimit = 16

    /// The rules, held against the contract of their examples: to list and to explain them.
    package static let catalogue = all(for: ContractExample.contract)

    /// The rule with an id, of those that judge any form or of those of contracts; `nil` where there is none.
    package static func anyRule(_ id: String) -> (any Rule)? {
        RuleCatalogue.rule(id) ?? catalogue.first { $0.id == id }
    }

    /// The rules that hold uploads against a contract.
    package static func all(for contract: Contract) -> [any Rule] {
        [
            ContractMethod(contract: contract),
            ContractURL(contract: contract),
            ContractHeaderMissing(contract: contract),
            ContractHeaderForbidden(contract: contract),
            ContractHeaderValue(contract: contract),
            ContractFieldMissing(contract: contract),
            ContractFieldCount(contract: contract),
            ContractFieldExtra(contract: contract),
            ContractFieldOrder(contract: contract),
            ContractFieldKind(contract: contract),
            ContractValue(contract: contract),
            ContractLength(contract: contract),
            ContractFilename(contract: contract),
            ContractContentType(contract: contract),
            ContractMagic(contract: contract),
            ContractCharset(contract: contract),
        ]
    }
}
