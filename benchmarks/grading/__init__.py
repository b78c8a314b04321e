"""How right a reading is, and how far its confidences can be trusted."""
