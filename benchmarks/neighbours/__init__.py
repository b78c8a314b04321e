"""Accuracy of readings of *Hokkaido*, *Vikings* and *Nusfjord* on photos that readers were not developed on."""
