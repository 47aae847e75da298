// House rules, checked for every page, template and text.

import Foundation
import HTTPTypes
import Hummingbird
import Testing

@testable import Ledger
@testable import Site

@Suite struct HouseTests {
    private static let views = Place.home + "/Views"

    private func catalog() throws -> CatalogFile {
        try CatalogFile(path: Self.views + "/Language/Localizable.xcstrings")
    }

    @Test func `the catalog has every text that is used, and no other`() throws {
        var used = Set(Phrase.allCases.map(\.rawValue))
        for text in try Templates.texts(in: Self.views).values {
            for match in text.matches(of: /\{\{text:([\w.]+)\}\}/) { used.insert(String(match.1)) }
        }
        #expect(try used == Set(catalog().strings.keys))
    }

    /// Texts that continue a number drawn apart from them.
    private static let besideItsNumber: Set<String> = ["goal.streak.label"]

    @Test func `every language has every text, with its plural forms and gaps`() throws {
        let file = try catalog()
        for language in file.languages {
            let needed = Set((0...200).map { PluralCategory(of: $0, in: language) }).union([.other])
            for (key, texts) in file.strings {
                let own = try #require(
                    texts[language] ?? texts[language.baseLanguage], "\(key) in \(language)")
                switch own {
                case .plural(let forms):
                    #expect(needed.isSubset(of: Set(forms.keys)), "\(key) in \(language)")
                    for form in forms.values where !Self.besideItsNumber.contains(key) {
                        #expect(form.contains("%lld"), "\(key)")
                    }
                case .plain(let text):
                    let source = try #require(texts[file.sourceLanguage]?.plain)
                    #expect(gaps(text) == gaps(source), "\(key) in \(language)")
                }
            }
        }
    }

    /// Where another language says the same, and means it.
    private static let alike: Set<String> = [
        "number.grouping", "scheme.fivebar", "style.zheng", "marks.separator", "marks.label",
        "problem.sentence", "changes.button", "waiting.labelled",
        "number.decimal", "date.first", "date.day", "date.day.short", "date.year", "date.year.short",
        "date.weekday", "date.weekday.short", "date.month", "date.time", "date.range", "duration.two",
        "import.problem.placed",
    ]
    private static let alikeInOne: Set<String> = [
        "style.fractal es", "goal.percent ja", "goal.percent nl", "goal.percent zh-Hans", "counter.more nl",
        "counter.options fr", "feedback.heading nl", "tutorial.title es", "history.void fr",
        "history.note fr", "goal.until.short fr", "join.code fr", "join.code nl",
        "zone.region.asia es", "zone.region.australia es", "zone.region.antarctica nl",
        "zone.region.europe fr",
    ]

    @Test func `no text stands untranslated`() throws {
        let file = try catalog()
        for (key, texts) in file.strings where !Self.alike.contains(key) {
            let source = texts[file.sourceLanguage]?.plain
            for (language, own) in texts where language != file.sourceLanguage {
                guard let text = own.plain, !Self.alikeInOne.contains("\(key) \(language)") else { continue }
                #expect(text != source, "\(key) in \(language)")
            }
        }
    }

    @Test func `Fivebar speaks seven languages, and English in three ways`() throws {
        #expect(
            try catalog().languages == ["en", "en-GB", "en-US", "es", "fr", "ja", "nl", "ru", "zh-Hans"])
    }

    private func gaps(_ text: String) -> [String] {
        text.matches(of: /%(?:\d\$)?(?:@|lld)|\{\w+\}/).map { String($0.0) }.sorted()
    }

    @Test func `every name a template asks for is there`() throws {
        let pages = Self.pages(try Words(Catalog(file: catalog(), language: "en")))
        let texts = try Templates.texts(in: Self.views)
        for page in pages {
            let text = Self.whole(try #require(texts[type(of: page).template]), of: texts)
            let names = Self.names(in: page)
            for match in text.matches(of: /\{\{[{#^]?(\w+)\}\}/)
            where !["content", "title", "head", "body"].contains(match.1) || text.contains("{{\(match.1)}}") {
                #expect(names.contains(String(match.1)), "\(type(of: page).template): \(match.1)")
            }
        }
        #expect(
            Set(texts.keys)
                == Set(
                    pages.map { type(of: $0).template } + [
                        "page", "Shell/icons", "Shell/wayBack", "Shell/Arrange/moves", "Shell/Arrange/icons",
                        "Shell/Arrange/head",
                        "Shell/Arrange/rowMoves", "Shell/Arrange/told", "Shell/bar",
                        "Shell/empty", "Shell/madeOn", "Shell/styleChoice",
                        "Shell/broughtBack", "Settings/back", "Counters/large", "Accounts/along",
                        "Counters/Home/empty", "Counters/Home/options", "Counters/Home/create",
                        "Settings/sheet", "Counters/resetSheet", "Counters/preloads",
                        "Goals/head", "Goals/colors", "Goals/around",
                        "Goals/card", "Goals/dot", "Goals/Day/note",
                        "watch", "Watch/notice",
                    ]))
    }

    /// A template with what it includes, and what that includes.
    private static func whole(_ text: String, of texts: [String: String]) -> String {
        let parts = text.matches(of: /\{\{>([\w\/]+)\}\}/).compactMap { texts[String($0.1)] }
        return text + parts.map { whole($0, of: texts) }.joined()
    }

    private static func names(in value: Any) -> Set<String> {
        var names: Set<String> = []
        for child in Mirror(reflecting: value).children {
            if let label = child.label { names.insert(label) }
            names.formUnion(self.names(in: child.value))
        }
        return names
    }

    @Test func `a card leaves no gap unfilled, and escapes what people typed`() throws {
        let words = try Words(Catalog(file: catalog(), language: "en"))
        let links = Links(base: "", build: "x")
        let templates = try Templates(
            folder: Self.views, catalog: Catalog(file: catalog(), language: "en"), links: links)
        for isCollapsed in [true, false] {
            let counter = Counter(
                id: 7, title: "<b>&\"'", color: 9, isCollapsed: isCollapsed, count: .max, revision: 12,
                rank: 0,
                isDeleted: false, style: .western, step: 1,
                origin: OperationID(bytes: [UInt8](repeating: 0, count: 16)))
            let page = CardPage(CardPage.Shape(counter))
            let card = String(buffer: Skeleton(try templates.render(page)).card(of: counter, words))
            #expect(!card.contains("\u{1}") && !card.contains("\u{2}"))
            #expect(card.contains("&lt;b&gt;&amp;&quot;&#39;"))
            #expect(card.contains("color-1"))
            #expect(card.contains("action=\"/counters/7/marks\""))
            #expect(card.contains("card--collapsed") == isCollapsed)
            #expect(card.contains("card--long"))
        }
    }

    /// What `Words.breakable` has made, which escapes all but the places to break a number.
    private static let breakable: [String: Set<String>] = [
        "Counters/arrange": ["formattedCount"], "Counters/counter": ["formattedCount", "formattedMarks"],
        "Counters/large": ["formattedCount"], "History/history": ["sum", "delta", "count"],
        "Search/search": ["formattedCount"], "Sharing/shared": ["breakableCount"],
        "Statistics/statistics": ["total", "sentence", "value", "detail"],
        "Transfer/import": ["formattedCount"], "Trash/deletion": ["marks"],
        "Trash/trash": ["formattedCount"], "Watch/counter": ["formattedCount"],
        "Watch/list": ["formattedCount"],
    ]

    @Test func `only drawings, drawn cards and numbers that may break are written raw`() throws {
        for (name, text) in try Templates.texts(in: Self.views) {
            let raw = Set(text.matches(of: /\{\{\{\s*(\w+)/).map { String($0.1) })
            let drawings: Set = ["marks", "emptyMarks", "shapes", "cards", "blankCard", "drawing"]
            #expect(raw.isSubset(of: drawings.union(Self.breakable[name] ?? [])), "\(name)")
        }
    }

    @Test func `nothing in a page is inline`() throws {
        for (name, text) in try Templates.texts(in: Self.views) {
            #expect(!text.contains(" style="), "\(name)")
            #expect(!text.contains("<style"), "\(name)")
            #expect(text.firstMatch(of: /\son\w+=/) == nil, "\(name)")
            #expect(text.firstMatch(of: /<script(?![^>]*src=)/) == nil, "\(name)")
        }
    }

    @Test func `colours are named in tokens and schemes and nowhere else`() throws {
        let folder = Place.home + "/Public/css"
        for name in try FolderListing(folder).paths
        where !["shell/tokens.css", "shell/schemes.css", "goals/neon.css"].contains(name) {
            let text = try String(contentsOfFile: folder + "/" + name, encoding: .utf8)
            #expect(text.firstMatch(of: /#[0-9a-fA-F]{3,8}\b|\b(?:rgb|hsl|oklch|oklab)\(/) == nil, "\(name)")
        }
    }

    @Test func `every link and form of every page leads somewhere`() async throws {
        let place = try Place(base: "/count"), table = RouteTable()
        _ = place.site.router(table: table)
        try await place.visit { visitor in
            let reply = try await visitor.post("/count/counters", ["title": "A"])
            let id = try #require(reply.location?.split(separator: "-").last)
            let other = try await visitor.post("/count/counters", ["title": "B"])
            let shared = try #require(other.location?.split(separator: "-").last)
            _ = try await visitor.post("/count/counters/\(shared)/share", ["shared": "yes"])
            _ = try await visitor.post("/count/counters/\(id)/deletion")
            _ = try await visitor.post("/count/settings/recovery")
            var open = [
                "/count/", "/count/?deleted=\(id)", "/count", "/count/counters/\(shared)/share",
            ]
            var seen: Set<String> = [], forms: Set<String> = []
            while let path = open.popLast() {
                guard seen.insert(path).inserted else { continue }
                guard seen.count < 300 else {
                    Issue.record("There are ever more pages: \(path)")
                    break
                }
                let page = try await visitor.get(path)
                // A counter's card stands in the list, to which its address leads.
                #expect(page.status == (path.hasSuffix("/card") ? .seeOther : .ok), "\(path)")
                #expect(page.headers[.xContentTypeOptions] == "nosniff")
                guard page.headers[.contentType]?.hasPrefix("text/html") == true else { continue }
                // A script gives the parts of a template their addresses before anybody sees them.
                let shown = page.body.replacing(/<template[^>]*>(?s:.*?)<\/template>/, with: "")
                for match in shown.matches(
                    of: /(?:href|src|data-geometry|data-shapes|data-flourishes)="([^"#]+)/)
                {
                    let address = String(match.1).replacing("&amp;", with: "&")
                    guard !address.hasPrefix("http") else { continue }
                    #expect(address.hasPrefix("/count/"), "\(address) on \(path)")
                    open.append(address)
                }
                for match in shown.matches(of: /(?:action|formaction)="([^"#]+)/) {
                    let address = String(match.1).replacing("&amp;", with: "&")
                    let asked = address.prefix { $0 != "?" }
                    #expect(asked.hasPrefix("/count/"), "\(address) on \(path)")
                    let methods = table.methods(at: String(asked.dropFirst("/count".count)))
                    #expect(methods.contains("POST") || methods.contains("GET"), "\(address) on \(path)")
                    forms.insert(address)
                }
            }
            #expect(forms.count > 20)
            #expect(seen.count > 20 && seen.contains { $0.hasPrefix("/count/shared/") })
        }
    }

    @Test func `a folder that is not there is named`() throws {
        let lost = SiteConfiguration(
            home: "/nowhere", now: { Moment(milliseconds: 0) },
            randomBytes: { [UInt8](repeating: 0, count: $0) })
        let fault = #expect(throws: SiteFault.self) { _ = try UnavailableSite(lost, fault: .full) }
        #expect(fault?.description.contains("/nowhere/Public") == true)
    }

    @Test func `a file of another build is not found, and so kept by nobody`() async throws {
        let build = try Place().site.links.build
        try await Place().visit { visitor in
            let others = ["0", "x", "0123456789abcdef", String(build.reversed()), build + "0", "%" + build]
            for other in others {
                for path in [
                    "/assets/\(other)/css/shell/base.css", "/geometry/\(other).js", "/flourishes/\(other).js",
                    "/shapes/\(other).js", "/styles/\(other)/watch.css",
                    "/geometry/\(other)",
                ] {
                    let reply = try await visitor.get(path)
                    #expect(reply.status == .notFound || reply.status == .badRequest, "\(path)")
                    #expect(reply.headers[.cacheControl] == "no-store", "\(path)")
                }
            }
        }
    }

    @Test func `files are found by their names alone`() async throws {
        let place = try Place(), own = "/assets/" + place.site.links.build
        try await place.visit { visitor in
            for path in [
                own + "/css/shell/base.css", own + "/icons/fivebar.svg", place.site.links.geometry,
                place.site.links.flourishes, place.site.links.shapes, place.site.links.styles("watch"),
            ] {
                let reply = try await visitor.get(path)
                #expect(reply.status == .ok)
                #expect(reply.headers[.cacheControl] == "max-age=31536000, immutable")
            }
            for path in [
                own + "/../README.md", own + "/%2e%2e/README.md", own + "/", own + "/css", own + "/no",
            ] {
                #expect(try await visitor.get(path).status == .notFound, "\(path)")
            }
        }
    }
}

extension Catalog.Text {
    fileprivate var plain: String? {
        guard case .plain(let text) = self else { return nil }
        return text
    }
}
