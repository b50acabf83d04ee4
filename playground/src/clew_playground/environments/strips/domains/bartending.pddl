; Drinks are dispensed, mixed in shakers and served in shot glasses, with two hands.
(define (domain bartending)
  (:requirements :strips :typing)
  (:types hand vessel drink level - object
          shot shaker - vessel
          ingredient cocktail - drink)
  (:predicates
    (other ?hand ?free - hand)
    (next ?low ?high - level)
    (lowest ?level - level)
    (recipe ?cocktail - cocktail ?first ?second - ingredient)
    (on-bar ?vessel - vessel)
    (holds ?hand - hand ?vessel - vessel)
    (idle ?hand - hand)
    (clean ?vessel - vessel)
    (empty ?vessel - vessel)
    (contains ?vessel - vessel ?drink - drink)
    (unmixed ?shaker - shaker)
    (filled ?shaker - shaker ?level - level))

  (:action grasp
    :parameters (?hand - hand ?vessel - vessel)
    :precondition (and (idle ?hand) (on-bar ?vessel))
    :effect (and (holds ?hand ?vessel) (not (idle ?hand)) (not (on-bar ?vessel))))

  (:action leave
    :parameters (?hand - hand ?vessel - vessel)
    :precondition (holds ?hand ?vessel)
    :effect (and (on-bar ?vessel) (idle ?hand) (not (holds ?hand ?vessel))))

  (:action dispense
    :parameters (?ingredient - ingredient ?shot - shot ?hand ?free - hand)
    :precondition (and (holds ?hand ?shot) (other ?hand ?free) (idle ?free) (empty ?shot) (clean ?shot))
    :effect (and (contains ?shot ?ingredient) (not (empty ?shot)) (not (clean ?shot))))

  (:action add
    :parameters (?ingredient - ingredient ?shot - shot ?shaker - shaker ?hand - hand ?low ?high - level)
    :precondition (and (holds ?hand ?shot) (contains ?shot ?ingredient) (on-bar ?shaker) (unmixed ?shaker)
                       (filled ?shaker ?low) (next ?low ?high))
    :effect (and (contains ?shaker ?ingredient) (filled ?shaker ?high) (empty ?shot)
                 (not (contains ?shot ?ingredient)) (not (filled ?shaker ?low)) (not (empty ?shaker))
                 (not (clean ?shaker))))

  (:action shake
    :parameters (?cocktail - cocktail ?first ?second - ingredient ?shaker - shaker ?hand ?free - hand)
    :precondition (and (recipe ?cocktail ?first ?second) (holds ?hand ?shaker) (other ?hand ?free) (idle ?free)
                       (contains ?shaker ?first) (contains ?shaker ?second) (unmixed ?shaker))
    :effect (and (contains ?shaker ?cocktail) (not (contains ?shaker ?first)) (not (contains ?shaker ?second))
                 (not (unmixed ?shaker))))

  (:action serve
    :parameters (?cocktail - cocktail ?shaker - shaker ?shot - shot ?hand - hand ?low ?high - level)
    :precondition (and (holds ?hand ?shaker) (contains ?shaker ?cocktail) (filled ?shaker ?high) (next ?low ?high)
                       (on-bar ?shot) (empty ?shot) (clean ?shot))
    :effect (and (contains ?shot ?cocktail) (filled ?shaker ?low) (not (filled ?shaker ?high)) (not (empty ?shot))
                 (not (clean ?shot))))

  (:action empty-shot
    :parameters (?drink - drink ?shot - shot ?hand - hand)
    :precondition (and (holds ?hand ?shot) (contains ?shot ?drink))
    :effect (and (empty ?shot) (not (contains ?shot ?drink))))

  (:action empty-shaker
    :parameters (?cocktail - cocktail ?shaker - shaker ?hand - hand ?level ?none - level)
    :precondition (and (holds ?hand ?shaker) (contains ?shaker ?cocktail) (filled ?shaker ?level) (lowest ?none))
    :effect (and (empty ?shaker) (not (filled ?shaker ?level)) (filled ?shaker ?none)
                 (not (contains ?shaker ?cocktail))))

  (:action clean-shot
    :parameters (?shot - shot ?hand ?free - hand)
    :precondition (and (holds ?hand ?shot) (other ?hand ?free) (idle ?free) (empty ?shot))
    :effect (clean ?shot))

  (:action clean-shaker
    :parameters (?shaker - shaker ?hand ?free - hand)
    :precondition (and (holds ?hand ?shaker) (other ?hand ?free) (idle ?free) (empty ?shaker))
    :effect (and (clean ?shaker) (unmixed ?shaker))))
