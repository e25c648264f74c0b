"""Names: slugs, words, and what a card prints of a special rule."""
import functools
import re
import unicodedata

# Letters that have no diacritic to drop, yet are written otherwise in a slug.
LETTERS = str.maketrans({"ß": "ss", "ø": "o", "æ": "ae", "œ": "oe", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"})


@functools.lru_cache(100_000)
def slug(text):
    """A printed name as an id: `Fearless (Aerial, -1)` is `fearless-aerial-minus-1`."""
    text = unicodedata.normalize("NFKD", str(text).lower().translate(LETTERS))
    text = "".join(letter for letter in text if not unicodedata.combining(letter))
    # A minus sign stands before a digit and behind no letter or digit: `2-12` is a range, `Mk-2` a hyphen.
    text = re.sub(r"(?<![a-z0-9])[-−](?=[0-9])", " minus-", text)
    return re.sub(r"[^a-z0-9]+", "-", text).strip("-")


def names(thing):
    """Every slug by which a list may name a unit, an option, a nation or a card."""
    return {slug(word) for word in (thing["id"], thing.get("name") or thing["id"], *thing.get("aliases", []))}


def printed_rule(text):
    """The name before the parameters: `Strategic Value (50)`, `Ablative Armour: Fore (3)`."""
    return re.split(r"[(:]", text, maxsplit=1)[0].strip()
