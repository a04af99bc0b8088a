package import Bytes

extension GapCause {
    /// The cause of missing bytes as findings word it.
    package var inWords: String {
        switch self {
        case .notCaptured: "they were not recorded"
        case .snapLength: "the snap length of the capture cut them off"
        case .limit: "a limit of the reassembly was passed"
        case .notDecrypted: "they could not be decrypted"
        }
    }
}
