"""Domains in other people's style: a name, a domain and a problem each, and how short a plan can be."""

from pathlib import Path

LOGISTICS = (
    """;; packages in cities; trucks drive inside of one, the plane flies between airports
(DEFINE (DOMAIN Logistics)
  (:requirements :strips)                       ; typing and equality are used all the same
  (:types truck airplane - vehicle
          package vehicle - physobj
          airport location - place
          city place physobj - object)
  (:predicates (in-city ?loc - place ?city - city) (at ?obj - physobj ?loc - place)
               (in ?pkg - package ?veh - vehicle))
  (:action LOAD :parameters (?pkg - package ?v - vehicle ?loc - place)
   :precondition (and (at ?v ?loc) (at ?pkg ?loc))
   :effect (and (not (at ?pkg ?loc)) (in ?pkg ?v)))
  (:action UNLOAD :parameters (?pkg - package ?v - vehicle ?loc - place)
   :effect (and (not (in ?pkg ?v)) (and (at ?pkg ?loc)))
   :precondition (and (at ?v ?loc) (in ?pkg ?v)))
  (:action DRIVE :parameters (?t - truck ?from ?to - place ?c - city)
   :precondition (and (at ?t ?from) (in-city ?from ?c) (in-city ?to ?c) (not (= ?from ?to)))
   :effect (and (not (at ?t ?from)) (at ?t ?to)))
  (:action FLY :parameters (?a - airplane ?from ?to - airport)
   :precondition (and (at ?a ?from) (not (= ?from ?to)))
   :effect (and (not (at ?a ?from)) (at ?a ?to))))""",
    """(define (problem log-1) (:domain LOGISTICS)
  (:objects p1 - package t1 t2 - truck plane - airplane c1 c2 - city
            depot1 depot2 - location air1 air2 - airport)
  (:init (at p1 depot1) (at t1 air1) (at t2 air2) (at plane air2)
         (in-city depot1 c1) (in-city air1 c1) (in-city depot2 c2) (in-city air2 c2))
  (:goal (at P1 Depot2)))""",
    11,
)

HANOI = (
    """(define (domain hanoi)
  (:predicates (clear ?x) (on ?x ?y) (smaller ?x ?y))
  (:action move
    :parameters (?disc ?from ?to)
    :precondition (and (smaller ?disc ?to) (on ?disc ?from) (clear ?disc) (clear ?to))
    :effect (and (clear ?from) (on ?disc ?to) (not (on ?disc ?from)) (not (clear ?to)))))""",
    """(define (problem hanoi-3)
  (:domain hanoi)
  (:objects 1 2 3 peg1 peg2 peg3)
  (:init (smaller 1 2) (smaller 1 3) (smaller 2 3)
         (smaller 1 peg1) (smaller 1 peg2) (smaller 1 peg3)
         (smaller 2 peg1) (smaller 2 peg2) (smaller 2 peg3)
         (smaller 3 peg1) (smaller 3 peg2) (smaller 3 peg3)
         (clear 1) (clear peg2) (clear peg3) (on 1 2) (on 2 3) (on 3 peg1))
  (:goal (and (on 1 2) (on 2 3) (on 3 peg3))))""",
    7,
)

FERRY = (
    """(define (domain ferry)
  (:requirements :strips :typing :negative-preconditions :action-costs)
  (:types car port)
  (:functions (total-cost) - number (distance ?a ?b - port) - number)
  (:predicates (at-ferry ?p - port) (at ?c - car ?p - port) (on ?c - car) (loaded))
  (:constants home - port)
  (:action sail :parameters (?from ?to - port)
    :precondition (and (at-ferry ?from) (not (at-ferry ?to)))
    :effect (and (at-ferry ?to) (not (at-ferry ?from)) (increase (total-cost) (distance ?from ?to))))
  (:action board :parameters (?c - car ?p - port)
    :precondition (and (at ?c ?p) (at-ferry ?p) (not (loaded)))
    :effect (and (on ?c) (loaded) (not (at ?c ?p)) (increase (total-cost) 1)))
  (:action debark :parameters (?c - car ?p - port)
    :precondition (and (on ?c) (at-ferry ?p))
    :effect (and (at ?c ?p) (not (on ?c)) (not (loaded)))))""",
    """(define (problem two-cars) (:domain ferry) (:requirements :strips)
  (:objects red blue -car island - port)
  (:init (at-ferry home) (at red home) (at blue home) (= (total-cost) 0) (= (distance home island) 2.5)
         (= (distance island home) 2.5) (not (loaded)))
  (:goal (and (at red island) (at blue island) (not (at-ferry island))))
  (:metric minimize (total-cost)))""",
    8,
)

GRID = (
    """(define (domain grid)
  (:requirements :adl)
  (:types robot crate cell - object wall floor - cell)
  (:predicates (at ?thing - (either robot crate) ?cell - cell) (beside ?a ?b - cell) (painted ?c - cell))
  (:action step
    :parameters (?r - robot ?from ?to - floor)
    :precondition (and (at ?r ?from) (or (beside ?from ?to) (beside ?to ?from))
                       (not (exists (?x - (either robot crate)) (at ?x ?to))))
    :effect (and (at ?r ?to) (not (at ?r ?from))))
  (:action push
    :parameters (?r - robot ?c - crate ?a ?b ?d - floor)
    :precondition (and (at ?r ?a) (at ?c ?b) (beside ?a ?b) (beside ?b ?d)
                       (forall (?x - (either robot crate)) (not (at ?x ?d))))
    :effect (and (at ?r ?b) (at ?c ?d) (not (at ?r ?a)) (not (at ?c ?b))))
  (:action paint-all
    :parameters ()
    :precondition ()
    :effect (forall (?c - wall) (painted ?c))))""",
    """(define (problem row) (:domain grid)
  (:objects r - robot box - crate f1 f2 f3 f4 - floor w1 w2 - wall)
  (:init (at r f2) (at box f3) (beside f1 f2) (beside f2 f3) (beside f3 f4))
  (:goal (and (at box f4) (at r f1) (forall (?w - wall) (painted ?w)))))""",
    4,
)

BRIEFCASE = (
    """(define (domain briefcase)
  (:requirements :adl)
  (:types thing place - object)
  (:predicates (at ?t - thing ?p - place) (in ?t - thing) (here ?p - place))
  (:action move
    :parameters (?from ?to - place)
    :precondition (and (here ?from) (not (= ?from ?to)))
    :effect (and (here ?to) (not (here ?from))
                 (forall (?t - thing) (when (in ?t) (and (at ?t ?to) (not (at ?t ?from)))))))
  (:action put-in
    :parameters (?t - thing ?p - place)
    :precondition (and (at ?t ?p) (here ?p) (not (in ?t)))
    :effect (in ?t))
  (:action take-out :parameters (?t - thing) :precondition (in ?t) :effect (not (in ?t))))""",
    """(define (problem errands)
  (:domain briefcase)
  (:objects home office bank - place pen book cheque - thing)
  (:init (here home) (at pen home) (at book home) (at cheque bank))
  (:goal (and (at pen office) (at book home) (at cheque office) (here home))))""",
    7,
)

LAMPS = (
    """(define (domain lamps)
  (:requirements :adl :derived-predicates)
  (:types room lamp plug - object)
  (:predicates (in ?l - lamp ?r - room) (wired ?l - lamp ?p - plug) (switch-in ?l - lamp ?r - room)
               (socket-in ?p - plug ?r - room) (door ?a ?b - room) (at ?r - room) (on ?l - lamp) (pulled ?p - plug)
               (powered ?l - lamp) (lit ?r - room))
  (:derived (lit ?r - room) (exists (?x - lamp) (and (in ?x ?r) (on ?x) (powered ?x))))
  (:derived (powered ?x - lamp) (exists (?r - plug) (and (wired ?x ?r) (not (pulled ?r)))))
  (:action walk
    :parameters (?from ?to - room)
    :precondition (and (at ?from) (or (door ?from ?to) (door ?to ?from)) (lit ?to))
    :effect (and (at ?to) (not (at ?from))))
  (:action plug-in
    :parameters (?p - plug ?r - room)
    :precondition (and (at ?r) (socket-in ?p ?r))
    :effect (not (pulled ?p)))
  (:action press
    :parameters (?l - lamp ?r - room)
    :precondition (and (at ?r) (switch-in ?l ?r))
    :effect (and (when (on ?l) (not (on ?l))) (when (not (on ?l)) (on ?l)))))""",
    """(define (problem cellar)
  (:domain lamps)
  (:objects hall attic cellar - room hall-lamp attic-lamp cellar-lamp - lamp near far - plug)
  (:init (at hall) (door hall attic) (door cellar hall) (pulled near) (pulled far) (on hall-lamp)
         (in hall-lamp hall) (wired hall-lamp near) (switch-in hall-lamp hall) (socket-in near hall)
         (in attic-lamp attic) (wired attic-lamp near) (switch-in attic-lamp hall)
         (in cellar-lamp cellar) (wired cellar-lamp far) (switch-in cellar-lamp hall) (socket-in far attic))
  (:goal (and (at cellar) (lit hall))))""",
    7,
)

WORLDS = {
    "logistics": LOGISTICS,
    "hanoi": HANOI,
    "ferry": FERRY,
    "grid": GRID,
    "briefcase": BRIEFCASE,
    "lamps": LAMPS,
}


def written(folder: Path, domain: str, problem: str) -> tuple[Path, Path]:
    """Write the two files."""
    paths = folder / "domain.pddl", folder / "problem.pddl"
    for path, text in zip(paths, (domain, problem), strict=True):
        path.write_text(text, "utf-8")
    return paths
