"""Knowledge out of what was said and read: facts with their concepts, reflections, triplets.

`consolidate` is the way in. It goes through portions:

- find: `pending` (turns, in `chunks`), `passages`;
- extract: `extraction` and `rule_extraction` (facts), `triplets`; `grounding` checks both;
- settle: `settling`, with `judgement` (does a new fact replace a known one) and `reflection`;
- decide and write: `reconcile` (pure, by `statement_keys`), `facts`.

`importing` brings in facts that were made elsewhere, also from files (`fact_files`).
"""
