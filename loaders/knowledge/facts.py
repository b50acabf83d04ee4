"""Facts into the graph: reconciles each with the known facts, and joins it to its sources, concepts and entities."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

import numpy as np

from clew.embedding import related
from clew.errors import NotFound
from clew.graph.queries import load
from clew.graph.schema import declared
from clew.graph.space import Space, SpaceTransaction
from clew.loaders.knowledge.fact_dates import Saying, Source, begins, in_order, saying
from clew.loaders.knowledge.histories import Known
from clew.loaders.knowledge.reconcile import MAX_CLOSE_FACTS, Claim, FactPlan, Verdicts, reconcile
from clew.loaders.knowledge.reflection import refresh_reflections
from clew.loaders.language import mentions
from clew.loaders.language.entities import named, subject
from clew.model import Fact, Reconciled
from clew.text.instants import BEGINNING, FOREVER, now
from clew.text.names import normalise, topic

CLOSE = 3
"""Facts that are looked at for each one that a new fact is compared with: several may be of one history."""

SAME = 0.85
"""Cosine from which two labels are one concept: "adopting a child" and "child adoption", not "cat" and "dog"."""


@dataclass(frozen=True, slots=True)
class ConceptLabel:
    """The name of a label as `topic` gives it, the label as it is shown, and its vector, of length 1."""

    name: str
    text: str
    vector: Sequence[float]


@dataclass(frozen=True, slots=True)
class Prepared:
    """Facts with the vectors and labels that are computed outside of the transaction."""

    facts: Sequence[Fact]
    vectors: Sequence[Sequence[float]]
    labels: Sequence[ConceptLabel]
    extractor: str = ""


def prepare(space: Space, facts: Sequence[Fact], extractor: str = "") -> Prepared:
    """Embed facts and their labels; `extractor` is what made them, if anything did."""
    names = {name: normalise(label) for fact in facts for label in fact.concepts if (name := topic(label))}
    nodes = [
        *({"kind": "Fact", "text": fact.text} for fact in facts),
        *({"kind": "Concept", "name": name} for name in names),
    ]
    vectors = space.embed_nodes(nodes)
    of_names = zip(names.items(), vectors[len(facts) :], strict=True)
    labels = [ConceptLabel(name, text, vector) for (name, text), vector in of_names]
    return Prepared(facts, vectors[: len(facts)], labels, extractor)


def plan(
    transaction: SpaceTransaction, prepared: Prepared, verdicts: Verdicts | None, leaving: Collection[str] = ()
) -> FactPlan:
    """Decide what becomes of facts beside the facts that are known by now; see `reconcile`.

    Facts that are `leaving`, by id, count only where they say the same in the same words. Facts that they alone had
    replaced will be believed again, and count.
    """
    claims = _claims(transaction, prepared)
    rows = [
        {"key": claim.key, "claim": claim.name, "vector": list(claim.vector), "replaces": list(claim.fact.replaced)}
        for claim in claims
    ]
    found = transaction.run(
        load("write/near_facts", list[Known]), rows=rows, most=CLOSE * MAX_CLOSE_FACTS + len(leaving), forever=FOREVER
    )
    for claim, known in zip(claims, found, strict=True):
        for id in claim.fact.replaced:
            if all(each.id != id or each.retracted for each in known):
                raise NotFound(f"there is no fact {id!r} to replace; name one that recall returns")
    return reconcile(claims, found, verdicts, related(transaction.space.encoder), leaving)


def _claims(transaction: SpaceTransaction, prepared: Prepared) -> list[Claim]:
    """Return the facts whose sources are all there, as claims; what a caller tells begins now."""
    instant = now()
    ids = sorted({id for fact in prepared.facts for id in fact.sources})
    found = transaction.run(load("write/sources", Source), ids=ids, kinds=declared().grounds_of("Fact"))
    there = {each.id: each for each in found}
    claims: list[Claim] = []
    for place, (fact, vector) in enumerate(zip(prepared.facts, prepared.vectors, strict=True)):
        if not there.keys() >= set(fact.sources):
            continue
        sources = in_order([there[id] for id in fact.sources])
        at, speaker = saying(sources) if sources else Saying(instant + place * timedelta.resolution, "")
        since = fact.valid_from or at or BEGINNING
        if fact.valid_to and fact.valid_to <= since:
            since = BEGINNING  # it was over when it was said
        ordered = replace(fact, sources=tuple(dict.fromkeys(each.id for each in sources)))
        claims.append(Claim(ordered, vector, since, speaker, at))
    return claims


def write(transaction: SpaceTransaction, prepared: Prepared, wanted: FactPlan, *, link_entities: bool) -> Reconciled:
    """Write a final plan; the transaction has the lock, and has made the plan."""
    instants = {"now": now(), "forever": FOREVER}
    new = [_properties(claim, prepared.extractor) for claim in wanted.new]
    transaction.run(load("write/facts"), space_key=transaction.space.key, rows=new, **instants)
    split = [
        {
            "id": each.id,
            "later": each.later.id,
            "claims": [said.claim for said in each.later.said],
            "begins": begins(each.later.text, Saying(each.later.at, ""), each.later.since),
        }
        for each in wanted.split
    ]
    transaction.run(load("write/split"), rows=split, now=instants["now"])
    support = [_support(id, claim, prepared.extractor) for id, claim in wanted.support]
    transaction.run(load("write/support"), rows=support, **instants)
    cut = [{"old": old, "new": new} for old, new in wanted.cut]
    ended = [{"old": old, "new": new} for old, new in wanted.replaced]
    changed = {id for id, _ in wanted.support} | {id for pair in (*wanted.replaced, *wanted.cut) for id in pair}
    transaction.run(load("write/replace"), rows=ended, cut=cut, supported=sorted(changed), **instants)
    refresh_reflections(transaction, sorted(changed), instants["now"])
    if link_entities:
        link_names(transaction, [(each.id, each.fact.text, each.speaker, each.fact.about) for each in wanted.new])
    _join_concepts(transaction, wanted.new, prepared.labels, instants["now"])
    return Reconciled(len(new), len(support) - len(new), len(ended), len(prepared.facts) - len(support))


def _properties(claim: Claim, extractor: str) -> dict[str, object]:
    """Return the id and the properties of a new fact."""
    properties = {
        **_begins(claim),
        "text": claim.fact.text,
        "statement_key": claim.key,
        "valid_to": claim.until,
        "embedding": list(claim.vector),
        **({"extractor": extractor} if extractor else {}),
    }
    return {"id": claim.id, "properties": properties}


def _support(id: str, claim: Claim, extractor: str) -> dict[str, object]:
    """Return a claim as support of the fact that has an id."""
    return {
        "fact": id,
        "sources": claim.fact.sources,
        "claim": claim.name,
        "belief": claim.fact.belief,
        "extractor": extractor,
        "text": claim.fact.text,
        "key": claim.key,
        "begins": _begins(claim) if claim.since > BEGINNING else {},
        "told": [] if claim.fact.sources else [claim.fact.belief],
        "about": claim.fact.about,
    }


def link_names(transaction: SpaceTransaction, facts: Sequence[tuple[str, str, str, str]]) -> None:
    """Join new facts to the entities that they name: the id of each, its text, who said it, and whom it is about."""
    texts = [
        mentions.Text(id, text, tuple(dict.fromkeys((*named(text, speaker), *filter(None, [subject(about)])))))
        for id, text, speaker, about in facts
    ]
    mentions.link(transaction, texts, now())


def _begins(claim: Claim) -> dict[str, object]:
    return begins(claim.fact.text, Saying(claim.at, claim.speaker), claim.since)


def _join_concepts(
    transaction: SpaceTransaction, new: Sequence[Claim], labels: Sequence[ConceptLabel], instant: datetime
) -> None:
    """Join new facts, and the turns that say them, to the entities and concepts that their labels stand for."""
    wanted = [(claim, [name for label in claim.fact.concepts if (name := topic(label))]) for claim in new]
    used = {name for _, names in wanted for name in names}
    by_text = {label.text: label for label in labels if label.name in used}
    entities = transaction.run(load("write/entities", str), names=list(by_text))
    ids = {by_text[name].name: f"entity:{name}" for name in entities}
    topics = [label for label in labels if label.name in used and label.name not in ids]
    concepts = _concepts_of(transaction, topics)
    made = [{"name": concepts[label.name], "text": label.text, "vector": list(label.vector)} for label in topics]
    transaction.run(load("write/embed_concepts"), rows=made, now=instant)
    ids |= {name: f"concept:{concept}" for name, concept in concepts.items()}
    about = [
        {
            "fact": claim.id,
            "sources": claim.fact.sources,
            "topics": [[id, name] for id, name in {ids[name]: name for name in names}.items()],
        }
        for claim, names in wanted
    ]
    transaction.run(load("write/about"), rows=about, now=instant, forever=FOREVER)


def _concepts_of(transaction: SpaceTransaction, labels: Sequence[ConceptLabel]) -> dict[str, str]:
    """Return the concept of each label: the known one of its spelling, else one close in meaning, else a new one.

    One with other numbers is another concept, however close in meaning: grade 3 is not grade 4.
    """
    if not labels:
        return {}
    rows = [{"name": each.name, "vector": list(each.vector)} for each in labels]
    known = transaction.run(load("write/known_concepts", str), rows=rows, least=(1 + SAME) / 2)
    vectors = np.array([each.vector for each in labels])
    alike = vectors @ vectors.T >= SAME
    chosen: list[str] = []
    for row, (label, name) in enumerate(zip(labels, known, strict=True)):
        numbers = re.findall(r"\d+", label.name)
        close = (name, *(chosen[before] for before in np.flatnonzero(alike[row, :row])))
        chosen.append(next((each for each in close if each and re.findall(r"\d+", each) == numbers), label.name))
    return dict(zip((label.name for label in labels), chosen, strict=True))
