"""The rulebooks: hex geometry, boards, moves and scores. Pure Python; never imports cv2 or flask."""
