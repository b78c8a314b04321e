"""Nusfjord's pages: harbours entered by tapping, the catalogue of buildings, campaigns and their ranks."""
