// The theme gives its search no name, which a screen reader says.
document.querySelector(".md-search")?.setAttribute("aria-label", "Search")

// A picture or a table that is wider than the window is moved sideways, by the keyboard as well.
addEventListener("load", () => {
  for (const image of document.querySelectorAll('img[src*="pictures/"]')) image.parentElement.classList.add("picture")
  for (const place of document.querySelectorAll(".picture, .md-typeset__scrollwrap")) {
    if (place.scrollWidth > place.clientWidth) place.tabIndex = 0
  }
})
