; Towers of blocks on a table, rebuilt by one hand.
(define (domain blocksworld)
  (:requirements :strips :typing)
  (:types block)
  (:predicates
    (on ?upper ?lower - block)
    (on-table ?block - block)
    (clear ?block - block)
    (held ?block - block)
    (hand-empty))

  (:action pick-up
    :parameters (?block - block)
    :precondition (and (hand-empty) (clear ?block) (on-table ?block))
    :effect (and (held ?block) (not (hand-empty)) (not (clear ?block)) (not (on-table ?block))))

  (:action put-down
    :parameters (?block - block)
    :precondition (held ?block)
    :effect (and (on-table ?block) (clear ?block) (hand-empty) (not (held ?block))))

  (:action unstack
    :parameters (?upper ?lower - block)
    :precondition (and (hand-empty) (clear ?upper) (on ?upper ?lower))
    :effect (and (held ?upper) (clear ?lower) (not (hand-empty)) (not (clear ?upper)) (not (on ?upper ?lower))))

  (:action stack
    :parameters (?upper ?lower - block)
    :precondition (and (held ?upper) (clear ?lower))
    :effect (and (on ?upper ?lower) (clear ?upper) (hand-empty) (not (held ?upper)) (not (clear ?lower)))))
