"""The pages for a watch follow what happens elsewhere, also where their connection ends without a word."""

from playwright.sync_api import expect

# A connection that is there, and through which nothing comes.
SILENT = """
    window.streams = []
    window.EventSource = class extends EventTarget {
        readyState = 1
        constructor() { super(); streams.push(this) }
        close() { this.readyState = 2 }
    }
"""


def test_a_stream_that_says_nothing_for_a_minute_is_opened_again_and_the_page_asks(home):
    counter = home.create("Robins").get_attribute("data-counter")
    home.wait_until_saved()
    home.page.add_init_script(SILENT)
    home.page.clock.install()
    home.open(f"/watch/counters/{counter}")
    home.page.wait_for_load_state("networkidle")
    count, streams = home.page.locator(".count"), "streams.map(({ readyState }) => readyState)"
    home.server.set_count(counter, 7)
    home.page.clock.run_for(40_000)
    assert home.page.evaluate(streams) == [1]
    home.page.clock.run_for(25_000)
    expect(count).to_have_text("7")
    assert home.page.evaluate(streams) == [2, 1]
