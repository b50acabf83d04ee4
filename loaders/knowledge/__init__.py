"""Knowledge from what was said and read: facts with their concepts, reflections, triplets.

`consolidate` is the entry. Its steps, with their modules:

- find: `pending` finds the turns that wait, in chunks; `triplets` finds the passages;
- extract: `extraction` (by a model) and `rule_extraction` read facts, `triplets` reads triplets, `learnt_aliases` reads
  other names of speakers. `source_words` checks that a result shares words with its source;
- replace: `reconcile` decides which known facts a new one repeats or replaces, by `statement_keys` and a model;
- write: `reconcile_chunk` runs one transaction per chunk, with `facts`, `fact_dates` and `reflection`.

`import_facts` reads facts that were made elsewhere, also from files.
"""
