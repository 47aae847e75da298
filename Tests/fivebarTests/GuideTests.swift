// Where guides and examples are named.

import Testing

@testable import fivebar

@Suite struct GuideTests {
    private func guide(_ there: String...) -> Guide {
        Guide(program: "/srv/fivebar", isThere: { there.contains($0) })
    }

    @Test func `a file is named where it lies, beside the program first`() {
        let beside = "/srv/fivebar/deploy/cron/fivebar", packaged = "/usr/share/fivebar/cron/fivebar"
        #expect(guide(beside, packaged).path("cron/fivebar") == beside)
        #expect(guide(packaged).path("cron/fivebar") == packaged)
        let accounts = "/usr/share/doc/fivebar/accounts.md"
        #expect(guide(accounts).path("accounts.md") == accounts)
        #expect(guide().path("accounts.md") == "deploy/accounts.md")
    }

    @Test func `the examples are in deploy or where the package has them`() {
        #expect(guide("/srv/fivebar/deploy").examples == "/srv/fivebar/deploy/")
        #expect(guide("/usr/share/fivebar", "/usr/share/doc/fivebar").examples == "/usr/share/fivebar/")
        #expect(guide().examples == "deploy/")
    }
}
