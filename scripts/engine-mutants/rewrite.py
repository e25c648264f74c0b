"""Rewrites the engine so that one program holds all mutants, and a number chooses which one lives.

`a < b` becomes `(if crate::mutants::is(17) { a <= b } else { a < b })`. cargo-mutants says which mutants there are; a
grammar of Rust says where the operands are.
"""

import re

import tree_sitter
import tree_sitter_rust

RUST = tree_sitter.Parser(tree_sitter.Language(tree_sitter_rust.language()))
# The other one of `&&` and `||`.
DUAL = {b"&&": b"||", b"||": b"&&"}

# What the engine gets as a module of its own.
MODULE = '''//! Which mutant lives. Written by scripts/engine-mutants.

#![allow(missing_docs)]

use std::io::Write as _;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};

const UNREAD: u32 = u32::MAX;
const TRACK: u32 = u32::MAX - 1;
/// A mutant that is reached more often does not end.
const MOST: u64 = 20_000_000;
static ALIVE: AtomicU32 = AtomicU32::new(UNREAD);
static TIMES: AtomicU64 = AtomicU64::new(0);
static REACHED: [AtomicBool; COUNT] = [const { AtomicBool::new(false) }; COUNT];

/// Whether this mutant lives.
#[inline]
pub fn is(mutant: u32) -> bool {
    let alive = ALIVE.load(Relaxed);
    if alive >= TRACK { slow(mutant) } else { alive == mutant && count() }
}

#[cold]
fn count() -> bool {
    assert!(TIMES.fetch_add(1, Relaxed) < MOST, "the mutant does not end");
    true
}

#[cold]
fn slow(mutant: u32) -> bool {
    if ALIVE.load(Relaxed) == UNREAD {
        let alive = std::env::var("ENGINE_MUTANT").ok().and_then(|text| text.parse().ok());
        ALIVE.store(alive.unwrap_or(if std::env::var_os("ENGINE_REACHED").is_some() { TRACK } else { 0 }), Relaxed);
        return is(mutant);
    }
    if !REACHED[mutant as usize].swap(true, Relaxed) {
        if let Some(path) = std::env::var_os("ENGINE_REACHED") {
            let mut file = std::fs::OpenOptions::new().create(true).append(true).open(path).unwrap();
            file.write_all(format!("{mutant}\\n").as_bytes()).unwrap();
        }
    }
    false
}

/// Lets a mutant live; 0 for none.
pub fn choose(mutant: u32) {
    TIMES.store(0, Relaxed);
    ALIVE.store(mutant, Relaxed);
}

/// Lets none live. Those that are reached from now on are noted.
pub fn track() {
    REACHED.iter().for_each(|reached| reached.store(false, Relaxed));
    ALIVE.store(TRACK, Relaxed);
}

/// The mutants that were reached.
pub fn reached() -> Vec<u32> {
    (0..).zip(&REACHED).filter(|(_, reached)| reached.load(Relaxed)).map(|(mutant, _)| mutant).collect()
}

/// A function's own iterator, or that of a mutant with one item or none.
pub fn either<A: Iterator>(own: A, mutant: Option<Option<A::Item>>) -> Either<A, std::option::IntoIter<A::Item>> {
    mutant.map_or(Either::Own(own), |item| Either::Mutant(item.into_iter()))
}

#[derive(Clone)]
pub enum Either<A, B> {
    Own(A),
    Mutant(B),
}

impl<T, A: Iterator<Item = T>, B: Iterator<Item = T>> Iterator for Either<A, B> {
    type Item = T;
    fn next(&mut self) -> Option<T> {
        match self {
            Self::Own(own) => own.next(),
            Self::Mutant(mutant) => mutant.next(),
        }
    }
}

impl<T, A: DoubleEndedIterator<Item = T>, B: DoubleEndedIterator<Item = T>> DoubleEndedIterator for Either<A, B> {
    fn next_back(&mut self) -> Option<T> {
        match self {
            Self::Own(own) => own.next_back(),
            Self::Mutant(mutant) => mutant.next_back(),
        }
    }
}
'''


def alive(number):
    return b"crate::mutants::is(%d)" % number


def marked(numbers, text):
    """The text between comments that say to which mutants it belongs."""
    name = b",".join(b"%d" % number for number in numbers)
    return b"/*<%s*/%s/*>*/" % (name, text)


class File:
    """One file of the engine with its mutants: a dictionary from their numbers to cargo-mutants' descriptions."""

    def __init__(self, text, mutants):
        self.text = text
        lines = [0]
        for line in text.split(b"\n"):
            lines.append(lines[-1] + len(line) + 1)
        self.lines = lines
        self.tree = RUST.parse(text)
        self.placed, self.unviable = set(), set()
        # Edits by the bytes of the node that they replace; the functions get the text of inner nodes, rewritten.
        self.edits = {}
        by_place = {}
        for number, mutant in mutants.items():
            start, end = self.offset(mutant["span"]["start"]), self.offset(mutant["span"]["end"])
            by_place.setdefault((mutant["genre"], start, end), []).append((number, mutant))
        for (genre, start, end), group in by_place.items():
            if getattr(self, genre)(start, end, group):
                self.placed.update(number for number, _ in group)

    def offset(self, place):
        start = self.lines[place["line"] - 1]
        line = self.text[start:self.lines[place["line"]]].decode()
        return start + len(line[:place["column"] - 1].encode())

    def rewritten(self):
        return self.write(self.tree.root_node)

    def write(self, node, without=()):
        """The node's text, with all edits of the nodes in it, but not those in `without`."""
        edits = [edit for edit in self.edits.get((node.start_byte, node.end_byte, node.type), []) if edit not in without]
        if edits:
            return edits[-1](lambda: self.write(node, (*without, edits[-1])))
        return self.inner(node)

    def inner(self, node):
        if not node.children:
            return self.text[node.start_byte:node.end_byte]
        out, at = [], node.start_byte
        for child in node.children:
            out += [self.text[at:child.start_byte], self.write(child)]
            at = child.end_byte
        out.append(self.text[at:node.end_byte])
        return b"".join(out)

    def edit(self, node, function, *, is_inner=False):
        """Adds an edit of a node. An inner one writes the node's parts itself, so it goes before all others."""
        edits = self.edits.setdefault((node.start_byte, node.end_byte, node.type), [])
        edits.insert(0 if is_inner else len(edits), function)

    def node(self, start, end, *kinds):
        """The smallest node of one of these kinds that has these bytes."""
        node = self.tree.root_node.descendant_for_byte_range(start, end)
        while node is not None and kinds and node.type not in kinds:
            node = node.parent
        return node

    # One method for each genre of cargo-mutants. They return False where the grammar has no such place.

    def FnValue(self, start, end, group):
        body = self.node(start, end, "block")
        while body is not None and (body.parent is None or body.parent.type != "function_item"):
            body = self.node(body.parent.start_byte, body.parent.end_byte, "block") if body.parent else None
        if body is None:
            return False
        returned = body.parent.child_by_field_name("return_type")
        if returned is not None and b"impl " in self.text[returned.start_byte:returned.end_byte]:
            return self.iterator(body, group)
        first = b"".join(
            b"if %s { %s }" % (alive(number), marked([number], b"return %s;" % mutant["replacement"].encode()))
            for number, mutant in group)

        def edit(own):
            return b"{ %s %s" % (first, own()[1:])

        self.edit(body, edit)
        return True

    def iterator(self, body, group):
        chosen = []
        for number, mutant in group:
            text = mutant["replacement"].encode()
            once = re.fullmatch(rb"::std::iter::once\((.*)\)", text, re.S)
            if not once and text != b"::std::iter::empty()":
                return False
            item = b"Some(Some(%s))" % once[1] if once else b"Some(None)"
            chosen.append(b"if %s { %s }" % (alive(number), marked([number], item)))
        numbers = [number for number, _ in group]

        def edit(own):
            return b"{ %s }" % marked(
                numbers, b"crate::mutants::either(%s, %s else { None })" % (own(), b" else ".join(chosen)))

        self.edit(body, edit)
        return True

    def BinaryOperator(self, start, end, group):
        operator = self.node(start, end)
        node = operator.parent
        if node is not None and node.type == "let_chain":
            # `if let .. || ..` is no Rust.
            self.unviable.update(number for number, _ in group)
            return False
        if node is None or node.type not in ("binary_expression", "compound_assignment_expr"):
            return False
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        own_operator = self.text[start:end]
        numbers = [number for number, _ in group]

        def edit(_own):
            a, b = self.write(left), self.write(right)
            if [mutant["replacement"].encode() for _, mutant in group] == [DUAL.get(own_operator)]:
                compared = b"!=" if own_operator == b"&&" else b"=="
                return marked(numbers, b"({ let lhs: bool = %s; if lhs %s %s { %s } else { lhs } })" % (
                    a, compared, alive(numbers[0]), b))
            out = b""
            for number, mutant in group:
                changed = b"%s %s %s" % (a, mutant["replacement"].encode(), b)
                out += b"if %s { %s } else " % (alive(number), marked([number], changed))
            return marked(numbers, b"(%s{ %s %s %s })" % (out, a, own_operator, b))

        self.edit(node, edit, is_inner=True)
        return True

    def UnaryOperator(self, start, end, group):
        node = self.node(start, end).parent
        if node is None or node.type != "unary_expression":
            return False
        operand = node.children[1]
        numbers = [number for number, _ in group]

        def edit(_own):
            text = self.write(operand)
            return marked(numbers, b"(if %s { %s } else { %s%s })" % (
                alive(numbers[0]), marked(numbers, text), self.text[start:end], text))

        self.edit(node, edit, is_inner=True)
        return True

    def MatchArmGuard(self, start, end, group):
        pattern = self.node(start, end, "match_pattern")
        guard = pattern and pattern.child_by_field_name("condition")
        if guard is None or guard.start_byte != start or b"let " in self.text[start:end]:
            return False

        def edit(own):
            text = own()
            for number, mutant in group:
                form = b"%s || (%s)" if mutant["replacement"] == "true" else b"!%s && (%s)"
                text = form % (alive(number), text)
            return marked([number for number, _ in group], text)

        self.edit(guard, edit)
        return True

    def MatchArm(self, start, end, group):
        arm = self.node(start, end, "match_arm")
        pattern = arm and arm.child_by_field_name("pattern")
        if pattern is None:
            return False
        guard = pattern.child_by_field_name("condition")
        number = group[0][0]
        if guard is not None:
            if guard.type != "let_condition" and b"let " not in self.text[guard.start_byte:guard.end_byte]:
                self.edit(guard, lambda own: marked([number], b"!%s && (%s)" % (alive(number), own())))
                return True
            self.edit(guard, lambda own: marked([number], b"!%s && %s" % (alive(number), own())))
            return True
        self.edit(pattern, lambda own: marked([number], b"%s if !%s" % (own(), alive(number))))
        return True

    def StructField(self, start, end, group):
        field = self.node(start, start + 1, "field_initializer", "shorthand_field_initializer")
        whole = field and self.node(start, start + 1, "struct_expression")
        if whole is None:
            return False
        base = next((child for node in whole.children for child in node.children if child.type == "base_field_initializer"), None)
        if base is None:
            return False
        base = base.children[-1]
        text = self.text[base.start_byte:base.end_byte]
        name = self.text[whole.children[0].start_byte:whole.children[0].end_byte]
        if text.endswith(b"::default()"):
            text = b"<%s as Default>::default()" % name
        else:
            text = b"(%s).clone()" % text
        number = group[0][0]
        value = field.child_by_field_name("value")
        called = field.child_by_field_name("field") or field.children[0]
        called = self.text[called.start_byte:called.end_byte]
        other = b"if %s { %s } else" % (alive(number), marked([number], b"%s.%s" % (text, called)))
        if value is None:
            self.edit(field, lambda own: marked([number], b"%s: %s { %s }" % (called, other, own())))
        else:
            self.edit(value, lambda own: marked([number], b"%s { %s }" % (other, own())))
        return True


def belongs(text, offset):
    """The mutants of the innermost mark around a place of rewritten text."""
    open_marks = []
    for mark in re.finditer(rb"/\*<([\d,]+)\*/|/\*>\*/", text):
        if mark.start() > offset:
            break
        if mark[1]:
            open_marks.append(mark[1])
        else:
            open_marks.pop()
    return [int(number) for number in open_marks[-1].split(b",")] if open_marks else []


def deleted_arms(text, offset):
    """The mutants that delete an arm of the match around a place of rewritten text."""
    node = RUST.parse(text).root_node.descendant_for_byte_range(offset, offset)
    while node is not None and node.type != "match_expression":
        node = node.parent
    arms = node.child_by_field_name("body").named_children if node is not None else []
    patterns = [arm.child_by_field_name("pattern") for arm in arms if arm.type == "match_arm"]
    guards = [re.findall(rb"!crate::mutants::is\((\d+)\)", text[one.start_byte:one.end_byte]) for one in patterns]
    return [int(number) for numbers in guards for number in numbers]
