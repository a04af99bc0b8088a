/// The filter above a list of exchanges, and the titles of its columns.
struct ExchangeListTop {
    /// What is listed: `12 exchanges`.
    var listed: String
    /// Whether only uploads are listed at first.
    var showsOnlyForms = false

    /// The markup, with the list open.
    var markup: Markup {
        """
        <form class="filter" role="search" aria-label="Filter exchanges" autocomplete="off">
        <input type="search" id="search" placeholder="Filter: URL, status, part, rule" aria-label="Filter by text">
        <label>Findings
        <select id="severity">
        <option value="">any or none</option>
        <option value="note">any</option>
        <option value="warning">warnings and errors</option>
        <option value="error">errors</option>
        </select>
        </label>
        <label><input type="checkbox" id="forms-only"\(showsOnlyForms ? " checked" : "")> only forms</label>
        <label class="narrow">Sort by
        <select id="sort">
        <option value="index">number</option>
        <option value="method">method</option>
        <option value="url">URL</option>
        <option value="status">status</option>
        <option value="parts">parts</option>
        <option value="bytes">bytes</option>
        <option value="encoder">encoder</option>
        <option value="verdict">verdict</option>
        </select>
        </label>
        <output id="shown-count" aria-live="polite"></output>
        </form>
        <p class="printed">\(listed): those that are open on the screen are printed.</p>
        <div class="list">
        <div class="titles" role="group" aria-label="Sort by">\(Self.columns)</div>

        """
    }

    private static var columns: [Markup] {
        [
            "<button type=\"button\" class=\"number\" data-by=\"index\" aria-pressed=\"true\">#</button>",
            "<button type=\"button\" data-by=\"method\">method</button>",
            "<button type=\"button\" data-by=\"url\">URL</button>",
            "<button type=\"button\" data-by=\"status\">status</button>",
            "<button type=\"button\" class=\"number lesser\" data-by=\"parts\">parts</button>",
            "<button type=\"button\" class=\"number lesser\" data-by=\"bytes\">bytes</button>",
            "<button type=\"button\" class=\"lesser\" data-by=\"encoder\">encoder</button>",
            "<button type=\"button\" data-by=\"verdict\">verdict</button>",
        ]
    }
}

/// What stands below a list of exchanges.
enum ExchangeListEnd {
    /// The keys that move through the list.
    static let keys: Markup = """
        <p class="keys"><kbd>j</kbd> <kbd>k</kbd> next and previous exchange, <kbd>Enter</kbd> opens, <kbd>Esc</kbd> \
        closes, <kbd>/</kbd> filters. In the tree: arrow keys.</p>

        """

    /// What the offsets on the page are, and who made it.
    static func footer(version: String) -> Markup {
        """
        <footer>Offsets are 0-based bytes: in the body after transfer and content coding, for heads in the sender's \
        stream, or in the decoded fields where they come by HTTP/2. Made by partwise \(version).</footer>

        """
    }
}
