"""Two devices count on one account while the server goes and comes and networks fail: every tap counts, and counts once."""

import pytest

from home import eventually
from test_next_account import recovery_link
from test_offline import go_offline, is_kept
from test_one_point import Pressing, middle
from unsteady import Unsteady

TAPS = 200


@pytest.fixture
def unsteady(server_of_its_own):
    unsteady = Unsteady(server_of_its_own)
    yield unsteady
    unsteady.stop()


@pytest.fixture
def server(unsteady):
    return unsteady.server


@pytest.fixture
def devices(visit):
    """Two phones with one account, each on the page with its only counter."""
    homes = visit(service_workers="allow"), visit(service_workers="allow")
    homes[0].create("Robins")
    homes[0].wait_until_saved()
    homes[1].open_account(recovery_link(homes[0]))
    for home in homes:
        home.open()
        is_kept(home)
    return homes


def test_all_taps_of_two_devices_count_once_though_the_server_goes_and_comes(devices, unsteady):
    one, other = devices
    events = {
        20: unsteady.stop, 50: unsteady.start,
        70: lambda: go_offline(one), 90: lambda: go_offline(other), 110: lambda: go_offline(one, False),
        120: unsteady.stop, 130: lambda: go_offline(other, False), 150: unsteady.start,
        160: one.reload, 165: unsteady.stop, 170: other.reload, 180: unsteady.start,
    }
    # At one point each: no card leaves it, whatever happens.
    thumbs = [(Pressing(home.page, is_touch=True), middle(home.field())) for home in devices]
    for number in range(TAPS):
        events.get(number, lambda: None)()
        for thumb, point in thumbs:
            thumb.once(*point)
    for home in devices:
        eventually(lambda: home.operations_kept() == 0, seconds=60)
    for home in devices:
        home.shows(str(2 * TAPS))
    counter = one.card().get_attribute("data-counter")
    assert unsteady.server.count_of(counter) == 2 * TAPS
