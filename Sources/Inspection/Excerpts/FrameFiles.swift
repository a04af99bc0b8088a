/// The files that hold the frames of a live capture, which are numbered through while it goes on.
///
/// A frame is named as a reader of the files finds it: by its number in its file, and by the file where there are
/// several. Frames that no file holds have no name.
package final class FrameFiles: Sendable {
    /// The frames of one file.
    package struct Stretch: Hashable, Sendable {
        /// The path of the file; `nil` where it is the only one.
        package var file: String?
        /// The first of its frames.
        package var first: Int

        /// Makes a stretch.
        package init(file: String?, first: Int) {
            self.file = file
            self.first = first
        }
    }

    private let stretches: [Stretch]
    private let end: Int

    /// Makes a list of files.
    ///
    /// - Parameters:
    ///   - stretches: the frames of each file, in order.
    ///   - end: the first frame that is not written any more.
    package init(_ stretches: [Stretch], end: Int = .max) {
        self.stretches = stretches
        self.end = end
    }

    /// The place of a frame of the capture: its number in its file, and the file where there are several; `nil` where no
    /// file holds it.
    package func place(of frame: Int?) -> (frame: Int, file: String?)? {
        guard let frame, frame < end, let stretch = stretches.last(where: { $0.first <= frame }) else {
            return nil
        }
        return (frame - stretch.first + 1, stretch.file)
    }
}
