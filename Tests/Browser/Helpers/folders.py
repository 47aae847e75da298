"""Where the files of Fivebar are."""

import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[3]

JS = ROOT / "Public/js"

CSS = ROOT / "Public/css"

# A folder with more files than this asks what it is about.
MOST_IN_A_FOLDER = 12
