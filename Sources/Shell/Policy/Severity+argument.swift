public import ArgumentParser
public import Inspection

extension Severity: ExpressibleByArgument {}
