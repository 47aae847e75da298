"""Where the files of Fivebar are."""

import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[3]

JS = ROOT / "Public/js"
