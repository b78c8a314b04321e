"""Helpers for tests of pages: their forms, their layout, and pictures that they show."""
