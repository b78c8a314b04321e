"""The rulebook of *Vikings* (Michael Kiesling): the wheel, islands and ships, every scoring, the advanced version."""
