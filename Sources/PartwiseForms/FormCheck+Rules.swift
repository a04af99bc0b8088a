import Inspection
import InspectionRules

extension FormCheck {
    /// What uploads are judged by: a profile of `partwise check`, some rules waived or some chosen.
    ///
    /// ```swift
    /// FormCheck(body: bytes, contentType: type, rules: .standard.without("part/empty-file"))
    /// ```
    /// Make it once for many uploads. An id that is not in ``ids`` is an error of the program, which ends there, so
    /// that a rule that is misspelt is not judged by, or waived, in vain.
    public struct Rules: Sendable {
        /// What breaks, what is likely to break, and what is worth knowing.
        public static let standard = Rules(.standard)
        /// As ``standard``, but warnings are errors.
        public static let strict = Rules(.strict)
        /// The specifications by the letter: a MUST is an error, a SHOULD a warning, the rest notes.
        public static let rfc7578 = Rules(.rfc7578)
        /// What browsers send: every deviation from their bytes, the boundary aside, is an error.
        public static let whatwg = Rules(.whatwg)

        /// The ids of all rules, as `partwise rules` lists them.
        public static var ids: [String] { RuleCatalogue.ofForms.all.map(\.id) }

        private let profile: Profile
        private let chosen: Set<String>?
        private let waived: Set<String>
        let inspector: Inspector

        private init(_ profile: Profile, chosen: Set<String>? = nil, waived: Set<String> = []) {
            self.profile = profile
            self.chosen = chosen
            self.waived = waived
            let own = Set(profile.rules(of: .ofForms).map(\.id))
            inspector = Inspector(
                .ofForms,
                profile: profile,
                additions: chosen.map { chosen in
                    RuleCatalogue.ofForms.all.filter { chosen.contains($0.id) && !own.contains($0.id) }
                } ?? [],
                rulesOff: chosen.map { own.subtracting($0) } ?? [],
                severities: SeverityPolicy(
                    overrides: Dictionary(uniqueKeysWithValues: waived.map { ($0, .off) })
                )
            )
        }

        /// The same without the findings of some rules: they are not reported, nor what follows from them alone.
        ///
        /// - Precondition: the ids are known.
        public func without(_ ids: String...) -> Rules {
            Rules(profile, chosen: chosen, waived: waived.union(Self.known(ids)))
        }

        /// Some rules alone, whether they are in the profile or not.
        ///
        /// - Precondition: the ids are known.
        public func only(_ ids: String...) -> Rules {
            Rules(profile, chosen: Self.known(ids), waived: waived)
        }

        private static func known(_ ids: [String]) -> Set<String> {
            for id in ids where RuleCatalogue.ofForms.rule(id) == nil {
                let near = NearestName.of(id, among: Self.ids).map { "; the nearest is \"\($0)\"" } ?? ""
                preconditionFailure("there is no rule \"\(id)\"\(near)")
            }
            return Set(ids)
        }
    }
}
