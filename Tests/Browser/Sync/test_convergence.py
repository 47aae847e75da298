"""A model test of the whole way of an operation: in each schedule two to five simulated devices run Public/js as it is
against the real server (convergence/), through networks that lose, delay and repeat, through crashes and with clocks that
are years off. Every other one is about goals, too: their forms, order and archive, their days and notes.
FIVEBAR_CONVERGENCE is their number. A failure names its seed and when it began, which plays it alone, with what happened:
SEED=7 BEGAN=1795788048646 pytest Tests/Browser/Sync/test_convergence.py -s"""

import os
import subprocess

import pytest

from folders import ROOT

SEED = os.environ.get("SEED")
SCHEDULES = int(os.environ.get("FIVEBAR_CONVERGENCE", 50))
BATCH = 25
PLAY = ["node", "--experimental-vm-modules", "--no-warnings", str(ROOT / "Tests/Browser/Sync/convergence/run.mjs")]


@pytest.mark.parametrize("first", [int(SEED)] if SEED else range(1, SCHEDULES + 1, BATCH))
def test_devices_and_the_server_agree_whatever_happens_on_the_way(first, server_of_its_own):
    number = 1 if SEED else min(BATCH, SCHEDULES + 1 - first)
    with server_of_its_own() as server:
        wishes = {"FIVEBAR_URL": server.address, "FIRST_SEED": str(first), "SCHEDULES": str(number), "TZ": "UTC"}
        played = subprocess.run(PLAY, env=os.environ | wishes, capture_output=True, text=True, timeout=1_000)
        print(played.stdout)
        assert played.returncode == 0, played.stdout + played.stderr
        assert "Every count is the sum of its entries." in server.command("check")
