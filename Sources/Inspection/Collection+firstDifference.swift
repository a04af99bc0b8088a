extension Collection where Element: Equatable {
    /// How many elements from the first on are the same as those of another collection; `nil` where all are.
    package func firstDifference(from other: some Collection<Element>) -> Int? {
        var count = 0
        for (element, otherElement) in zip(self, other) {
            guard element == otherElement else { return count }
            count += 1
        }
        return self.count == other.count ? nil : count
    }
}
