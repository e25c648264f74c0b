"""Ranges of numbers, and tests with three answers.

What is unknown is a range: a number from the first to the second, both possible. A test is True, False or None, which
stands for perhaps.
"""
from fractions import Fraction
from math import inf

ANY = (0, inf)


def exactly(number):
    return (number, number)


def add(*ranges):
    return (sum(low for low, _ in ranges), sum(high for _, high in ranges))


def times(a, b):
    # 0 times unbounded is 0: nothing is taken, however much one would cost.
    products = [0 if 0 in (x, y) else x * y for x in a for y in b]
    return (min(products), max(products))


def smaller(a, b):
    return (min(a[0], b[0]), min(a[1], b[1]))


def join(a, b):
    """Either the one or the other."""
    return (min(a[0], b[0]), max(a[1], b[1]))


def each_end(function, a):
    """A function that never falls, applied to both ends."""
    return (function(a[0]), function(a[1]))


def percent(share, a):
    return each_end(lambda x: x if x in (inf, -inf) else Fraction(x * share) / 100, a)


def per(step, a):
    return each_end(lambda x: x if x in (inf, -inf) else x // step, a)


def all_of(answers):
    """True if all are; False as soon as one is."""
    result = True
    for answer in answers:
        if answer is False:
            return False
        if answer is None:
            result = None
    return result


def any_of(answers):
    return negate(all_of(negate(answer) for answer in answers))


def negate(answer):
    return None if answer is None else not answer


def within(a, low, high):
    """Whether a range lies between two bounds, each a range or None."""
    return all_of([True if low is None else at_least(a, low), True if high is None else at_least(high, a)])


def at_least(a, b):
    return True if a[0] >= b[1] else False if a[1] < b[0] else None
