// The theme gives its search no name, which a screen reader says.
document.querySelector(".md-search")?.setAttribute("aria-label", "Search")
