"""Art for training the networks and models that take other networks' outputs: art that those others never met.

A network knows the art of its own training too well: its outputs there are surer and righter than on any new copy. What
learns from its outputs should learn from art that it has not seen (stacked generalization, Wolpert 1992).
"""
