package import Inspection
import Pages

/// The contract rules, in the order in which they are listed.
package enum ContractRules {
    /// How many findings of one rule are reported individually: a hostile form has thousands.
    static let placeLimit = 16

    /// The rules for the example contract: to list and explain them.
    package static let catalogue = all(for: ContractExample.contract)

    /// The rules that check uploads against a contract.
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
