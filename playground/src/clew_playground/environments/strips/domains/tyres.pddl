; A car with flat wheels; spare wheels and tools lie in its boot.
(define (domain tyres)
  (:requirements :strips :typing :negative-preconditions)
  (:types thing hub nut - object wheel tool - thing)
  (:constants wrench jack pump - tool)
  (:predicates
    (boot-open)
    (stowed ?thing - thing)
    (at-hand ?thing - thing)
    (intact ?wheel - wheel)
    (inflated ?wheel - wheel)
    (bare ?hub - hub)
    (mounted ?wheel - wheel ?hub - hub)
    (raised ?hub - hub)
    (belongs ?nut - nut ?hub - hub)
    (screwed ?nut - nut)
    (tight ?nut - nut))

  (:action open-boot
    :parameters ()
    :precondition (not (boot-open))
    :effect (boot-open))

  (:action close-boot
    :parameters ()
    :precondition (boot-open)
    :effect (not (boot-open)))

  (:action fetch
    :parameters (?thing - thing)
    :precondition (and (boot-open) (stowed ?thing))
    :effect (and (at-hand ?thing) (not (stowed ?thing))))

  (:action stow
    :parameters (?thing - thing)
    :precondition (and (boot-open) (at-hand ?thing))
    :effect (and (stowed ?thing) (not (at-hand ?thing))))

  (:action loosen
    :parameters (?nut - nut ?hub - hub)
    :precondition (and (belongs ?nut ?hub) (at-hand wrench) (tight ?nut) (not (raised ?hub)))
    :effect (not (tight ?nut)))

  (:action tighten
    :parameters (?nut - nut ?hub - hub)
    :precondition (and (belongs ?nut ?hub) (at-hand wrench) (screwed ?nut) (not (tight ?nut)) (not (raised ?hub)))
    :effect (tight ?nut))

  (:action jack-up
    :parameters (?hub - hub)
    :precondition (and (at-hand jack) (not (raised ?hub)))
    :effect (and (raised ?hub) (not (at-hand jack))))

  (:action jack-down
    :parameters (?hub - hub)
    :precondition (raised ?hub)
    :effect (and (at-hand jack) (not (raised ?hub))))

  (:action unscrew
    :parameters (?nut - nut ?hub - hub)
    :precondition (and (belongs ?nut ?hub) (at-hand wrench) (raised ?hub) (screwed ?nut) (not (tight ?nut)))
    :effect (not (screwed ?nut)))

  (:action screw
    :parameters (?nut - nut ?hub - hub)
    :precondition (and (belongs ?nut ?hub) (at-hand wrench) (raised ?hub) (not (screwed ?nut)) (not (bare ?hub)))
    :effect (screwed ?nut))

  (:action remove
    :parameters (?wheel - wheel ?hub - hub ?nut - nut)
    :precondition (and (raised ?hub) (mounted ?wheel ?hub) (belongs ?nut ?hub) (not (screwed ?nut)))
    :effect (and (at-hand ?wheel) (bare ?hub) (not (mounted ?wheel ?hub))))

  (:action mount
    :parameters (?wheel - wheel ?hub - hub)
    :precondition (and (raised ?hub) (bare ?hub) (at-hand ?wheel))
    :effect (and (mounted ?wheel ?hub) (not (at-hand ?wheel)) (not (bare ?hub))))

  (:action inflate
    :parameters (?wheel - wheel)
    :precondition (and (at-hand pump) (at-hand ?wheel) (intact ?wheel) (not (inflated ?wheel)))
    :effect (inflated ?wheel)))
