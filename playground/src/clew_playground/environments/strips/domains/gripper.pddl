; Robots with hands carry balls between rooms that are joined by doors.
(define (domain gripper)
  (:requirements :strips :typing)
  (:types robot hand ball room)
  (:predicates
    (door ?from ?to - room)
    (has ?robot - robot ?hand - hand)
    (stands-in ?robot - robot ?room - room)
    (lies-in ?ball - ball ?room - room)
    (carries ?hand - hand ?ball - ball)
    (free ?hand - hand))

  (:action move
    :parameters (?robot - robot ?from ?to - room)
    :precondition (and (door ?from ?to) (stands-in ?robot ?from))
    :effect (and (not (stands-in ?robot ?from)) (stands-in ?robot ?to)))

  (:action pick
    :parameters (?robot - robot ?hand - hand ?ball - ball ?room - room)
    :precondition (and (has ?robot ?hand) (free ?hand) (stands-in ?robot ?room) (lies-in ?ball ?room))
    :effect (and (carries ?hand ?ball) (not (free ?hand)) (not (lies-in ?ball ?room))))

  (:action drop
    :parameters (?robot - robot ?hand - hand ?ball - ball ?room - room)
    :precondition (and (has ?robot ?hand) (carries ?hand ?ball) (stands-in ?robot ?room))
    :effect (and (lies-in ?ball ?room) (free ?hand) (not (carries ?hand ?ball)))))
