"""What keeps one visitor from stopping the others keeps no honest one waiting."""

from home import eventually


def test_ten_thousand_taps_that_wait_are_sent_without_a_pause(visit, server_of_its_own):
    # The limit that an operator has who sets nothing.
    with server_of_its_own(FIVEBAR_OPERATIONS_PER_SECOND="100") as server:
        home = visit()
        home.server = server
        server.has_seen_the_tutorial(home.page.context)
        home.open()
        home.create("Robins")
        home.page.context.set_offline(True)
        home.keep_taps(10_000)
        home.page.context.set_offline(False)
        eventually(lambda: home.operations_kept() == 0, seconds=60)
        home.open()
        home.shows("10,000")
