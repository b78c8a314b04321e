"""The network by whose numbers the pieces of one table are told apart (`vision.pieces.looks`)."""
