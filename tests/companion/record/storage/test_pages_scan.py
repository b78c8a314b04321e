"""Rows are found in the pages of a damaged database without its indexes, and damage does not keep the search going."""

from companion.record.storage.pages_scan import rows_in

PAGE = 4096


def varint(number):
    """Return a number as SQLite writes it: seven bits in each byte, the highest bit set in all but the last."""
    digits = [number & 0x7F]
    while number := number >> 7:
        digits.append(number & 0x7F | 0x80)
    return bytes(reversed(digits))


def leaf_page(row):
    """Return a page of a table with a single row, which begins in the middle of it."""
    head = bytes([0x0D, 0, 0, 0, 1, 8, 0, 0]) + (PAGE // 2).to_bytes(2, "big")
    return (head.ljust(PAGE // 2, b"\0") + row).ljust(PAGE, b"\0")


def test_a_row_whose_chain_of_pages_is_a_ring_is_left_out(tmp_path):
    oak = bytes([2, 19]) + b"Oak"
    size, in_the_leaf = 1_000_000, 1552  # by the formula in section 1.6 of the format
    begun = bytes([2, 0]).ljust(in_the_leaf, b"x") + (4).to_bytes(4, "big")
    pages = [
        bytes(PAGE),
        leaf_page(varint(len(oak)) + varint(1) + oak),
        leaf_page(varint(size) + varint(2) + begun),
        (4).to_bytes(4, "big").ljust(PAGE, b"x"),
    ]
    file = tmp_path / "damaged.db"
    file.write_bytes(b"".join(pages))
    assert list(rows_in(file)) == [(1, ("Oak",))]
