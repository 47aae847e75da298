"""A good change of each kind, and its operation."""

import json
import time
import uuid

DAYS = {"start": "2026-01-01", "end": "2026-12-31"}


def samples(counter, goal):
    """A good change of each kind."""
    entry, day = {"counter": counter, "entry": 1}, {"goal": goal, "day": "2026-01-03"}
    here = {"counter": counter}
    return {
        "createCounter": {"title": "Birds", "style": "western"}, "rename": here | {"title": "Wrens"},
        "recolor": here | {"color": 3}, "restyle": here | {"style": "zheng"}, "setStep": here | {"step": 5},
        "collapse": here | {"collapsed": True}, "collapseAll": {"collapsed": False, "among": None},
        "moveCounter": here | {"after": None, "replacing": None}, "deleteCounter": here, "restoreCounter": here,
        "deleteAll": {"newest": 0}, "increment": here | {"by": 5}, "decrement": here | {"by": 5},
        "reset": here | {"seen": 1}, "setCount": here | {"count": 7}, "void": entry | {"void": True},
        "annotate": entry | {"note": "by the door", "seen": ""}, "retime": entry | {"at": 1_795_000_000_000, "offset": 60},
        "share": here, "unshare": here, "setDayStart": {"hour": 4}, "setWeekStart": {"weekday": 1},
        "createGoal": {"name": "Run", "color": 1, "reminder": 60, "counter": counter, "target": 2} | DAYS,
        "editGoal": {"goal": goal, "name": "Walk", "color": 1, "range": DAYS, "reminder": 60,
                     "follows": {"counter": counter, "target": 2}},
        "archiveGoal": {"goal": goal, "archived": False}, "moveGoal": {"goal": goal, "after": None},
        "markDay": day | {"done": True}, "noteDay": day | {"note": "in the rain", "seen": ""},
        "undo": {"operation": str(uuid.uuid4())},
    }


def operation(kind, change, /, **others):
    """The operation as JSON; what is in `others` is JSON already."""
    fields = {"id": json.dumps(str(uuid.uuid4())), "kind": json.dumps(kind), "change": change,
              "at": str(int(time.time() * 1000)), "offset": "60"} | others
    return "{" + ",".join(f'"{name}":{value}' for name, value in fields.items()) + "}"
