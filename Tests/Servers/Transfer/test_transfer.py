"""Export and import through each web server: streamed exports, imports of up to 10 MB, identical to the byte."""

import pytest
from problem_pages import is_a_clear_page
from uploads import confirm, HEAD, history, upload
from visitor import Visitor


@pytest.mark.parametrize("ending", ["json", "csv"])
def test_what_was_saved_comes_back_to_the_byte(visitor, ending):
    counter = visitor.create("鳥, \"two\"")
    for _ in range(3):
        visitor.tap(counter)
    saved = visitor.get(f"/export.{ending}")
    assert saved.status == 200 and saved.header("Content-Disposition").startswith("attachment;"), saved
    other = Visitor(visitor.site)
    answer = upload(other, saved.body, f"all.{ending}")
    assert "鳥" in other.follow(answer).text
    preview = answer.location
    done = confirm(other, preview)
    assert done.status == 303, done
    assert other.get(f"/export.{ending}").body == saved.body
    assert [(card.title, card.count) for card in other.cards()] == [("鳥, \"two\"", 3)]


def test_a_long_history_goes_in_and_out_whole(visitor):
    content = history(20_000, note="by the door")
    answer = upload(visitor, content)
    assert "20,000 new entries" in visitor.follow(answer).text
    confirm(visitor, answer.location)
    assert visitor.cards()[-1].count == 20_000
    saved = visitor.get("/export.csv")
    assert saved.body.count(b"by the door") == 20_000 and saved.body.endswith(b"\r\n")


def test_ten_megabytes_are_read_and_more_are_refused(visitor):
    largest = 10 * 1024 * 1024
    content = HEAD.encode()
    answer = upload(visitor, content + b"x" * (largest - len(content)))
    assert is_a_clear_page(answer, 422)
    # It is read, and said to be what a short one of its kind is.
    assert "10 MB" not in answer.text and "line 2" in answer.text
    answer = upload(visitor, b"x" * (largest + 200_000))
    assert is_a_clear_page(answer, 413, 422) and "line 2" not in answer.text
    assert visitor.get("/").status == 200


def test_a_million_lines_that_say_nothing_are_answered(visitor):
    for line in (b"\n", b",,,\n", b"1,2\n"):
        assert is_a_clear_page(upload(visitor, HEAD.encode() + line * 1_000_000), 422)
