package import Pipeline
import Profiles

/// Determines which requests are compared with which.
package struct ComparisonPlan {
    /// The comparisons, each with its requests in order.
    package private(set) var groups: [[RequestPlace]] = []
    /// The uploads without a counterpart, such as `b.pcap#4`.
    package private(set) var unpaired: [String] = []
    /// Whether the uploads of captures were paired, or several compared with one: the report is then of a set
    /// of comparisons, however many there are.
    package private(set) var isSet = false

    private let kind: InputKind
    private let options: InspectionOptions
    private let selection: ExchangeSelection
    private let jobs: Int
    private let progress: ReadingProgress?

    /// Prepares to plan.
    ///
    /// - Parameters:
    ///   - kind: the kind of input.
    ///   - options: the options for inspection.
    ///   - selection: the filter on exchanges.
    ///   - jobs: how many captures are read at a time.
    ///   - progress: shows how far reading is.
    package init(
        _ kind: InputKind,
        _ options: InspectionOptions,
        _ selection: ExchangeSelection,
        jobs: Int = 1,
        progress: ReadingProgress? = nil
    ) {
        self.jobs = jobs
        self.progress = progress
        self.kind = kind
        self.options = options
        self.selection = selection
    }

    /// Compares the exchanges that the arguments name with one another, or pairs the uploads of captures with
    /// several.
    package mutating func compare(_ arguments: [CaptureArgument]) throws {
        let named = arguments.map { argument in
            argument.exchanges?.single.map { RequestPlace(path: argument.path, number: $0) }
        }
        let places = named.compactMap(\.self)
        guard places.count < arguments.count else {
            groups = [places]
            return
        }
        let lists = try lists(arguments)
        let isPlain = lists.allSatisfy { $0.uploads.count == 1 } || arguments.count == 1
        if isPlain {
            groups = [lists.flatMap(\.places)]
            guard groups[0].count > 1 else {
                throw CommandFailure.usage("name two requests or more to compare")
            }
            return
        }
        isSet = true
        let pairing = UploadPairing(lists.map(\.uploads))
        groups = pairing.groups.map { group in
            zip(lists, group).compactMap { list, index in index.map(list.place) }
        }
        unpaired = zip(lists, pairing.unpaired).flatMap { list, indices in indices.map(list.name) }
    }

    /// Compares the exchanges that the arguments name, or the uploads of the captures, with a model.
    ///
    /// Of a capture, those uploads are compared that have the same URL or field names as the model; a named
    /// exchange is always compared.
    package mutating func hold(_ arguments: [CaptureArgument], against model: CaptureArgument) throws {
        var lists = try lists(arguments + [model])
        let models = lists.removeLast()
        guard models.uploads.count == 1, let upload = models.uploads.first else {
            throw CommandFailure.usage(
                "\(model.path): holds several uploads; name one, as in \(models.name(0))"
            )
        }
        let reference = RequestPlace(path: model.path, number: upload.number)
        isSet = true
        for (argument, list) in zip(arguments, lists) {
            for (place, candidate) in zip(list.places, list.uploads) where place != reference {
                let isMeant = argument.exchanges != nil || list.uploads.count == 1
                if isMeant || candidate.key.resembles(upload.key) {
                    groups.append([reference, place])
                } else {
                    unpaired.append(place.name)
                }
            }
        }
        guard !groups.isEmpty || !unpaired.isEmpty else {
            throw CommandFailure.usage(
                "\(reference.name) is the model itself: name a request to hold against it"
            )
        }
    }

    /// Compares each exchange that the arguments name, or the uploads of the captures, with a reference
    /// generated for it.
    package mutating func holdAlone(_ arguments: [CaptureArgument]) throws {
        isSet = true
        // A named exchange need not be searched for, so that it may come from standard input.
        var lists = try lists(arguments.filter { $0.exchanges?.single == nil })[...]
        for argument in arguments {
            if let number = argument.exchanges?.single {
                groups.append([RequestPlace(path: argument.path, number: number)])
            } else if let list = lists.popFirst() {
                groups += list.places.map { [$0] }
            }
        }
    }

    /// Lists the uploads of captures.
    private func lists(_ arguments: [CaptureArgument]) throws -> [UploadList] {
        let inspections = CaptureInspections(
            arguments.map { CaptureInspections.Input($0, as: kind) },
            options: options,
            jobs: jobs,
            progress: progress?.advance
        )
        defer { progress?.wipe() }
        return try arguments.enumerated().map { index, argument in
            progress?.begin(argument.path, number: index + 1, of: arguments.count)
            return try UploadList(argument, index, of: inspections, selection)
        }
    }
}
