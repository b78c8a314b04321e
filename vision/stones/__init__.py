"""Recognition of rune stones by their faces, and of stones partly hidden by longhouses."""
