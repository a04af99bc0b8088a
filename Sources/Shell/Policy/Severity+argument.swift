import ArgumentParser
package import Inspection

extension Severity: NamedChoice {}
