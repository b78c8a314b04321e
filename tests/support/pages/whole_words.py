"""Finds words that a page breaks in the middle, for want of room."""

from typing import Any

_BROKEN = r"""(selector) => [...document.querySelectorAll(selector)].flatMap((element) => {
  const found = [], walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode;
    for (const word of text.data.matchAll(/[\p{L}\p{N}()]+-?/gu)) {
      const range = document.createRange();
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      if (new Set([...range.getClientRects()].map((side) => Math.round(side.top))).size > 1) found.push(word[0]);
    }
  }
  return found;
})"""


def broken_words(page: Any, selector: str) -> list[str]:
    """Return the words, or parts of words up to a hyphen, that stand on two lines of the selected elements."""
    broken: list[str] = page.evaluate(_BROKEN, selector)
    return broken
