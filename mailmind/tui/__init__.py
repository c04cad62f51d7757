"""The terminal front: a view of the store, and a place for a person's decisions.

Owned here: nothing is computed on screen. Pure modules (``words``, ``layout``, ``mailtext``,
``facttext``, ``drafttext``) turn core values into lines; widgets show lines; screens connect keys with
the service functions that the headless commands use as well.
"""
