import CZip

/// libzip, which is loaded when it is first used.
enum Libzip {
    /// Its functions; `nil` where it cannot be loaded.
    static var functions: zip_functions? { zip_load()?.pointee }
}
