"""The short rules of Fjords, with pictures, to which every warning leads."""
