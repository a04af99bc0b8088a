/// The beginning of a page, as far as its headline and what stands below that.
struct PageHead {
    /// The style, the script and the policy.
    var assets: PageAssets
    /// The version of the tool.
    var version: String
    /// The page's title.
    var title: String
    /// What the page is, before its subject: `report on`.
    var kindOfPage: String
    /// What the page is on.
    var subject: String
    /// The class of the headline.
    var ink: String
    /// The headline.
    var headline: Markup
    /// The counts below a headline that tells something else.
    var counted: String?
    /// The remarks below the headline.
    var remarks: [String]

    /// The markup, with `<main>` open.
    var markup: Markup {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta http-equiv="Content-Security-Policy" content="\(assets.policy)">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <meta name="referrer" content="no-referrer">
        <meta name="generator" content="partwise \(version)">
        <link rel="icon" href="data:,">
        <title>\(title)</title>
        <style>\(Markup(html: assets.style))</style>
        </head>
        <body>
        <header class="masthead">
        <span class="path"><b>partwise</b> \(kindOfPage) <bdi>\(subject)</bdi></span>
        <button type="button" class="plain" id="theme" hidden>Theme: auto</button>
        </header>
        <main>
        <div class="headline \(ink)">
        <h1>\(headline)</h1>
        \(counted.map { "<p class=\"counted\">\($0)</p>\n" as Markup })\
        \(remarks.map { "<p>\(PageText.sentence($0, limit: 2000))</p>\n" as Markup })\
        </div>

        """
    }
}
