#if os(Linux)
    import Glibc

    /// The memory that this process has allocated and not freed.
    package enum MemoryInUse {
        /// In bytes, as the allocator counts them over all threads' arenas.
        package static var bytes: Int {
            let info = mallinfo2()
            return Int(info.uordblks) + Int(info.hblkhd)
        }
    }
#endif
