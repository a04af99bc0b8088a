@main
enum Partwise {
    static func main() {}
}
