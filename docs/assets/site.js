// The theme gives its search no name, which a screen reader says.
document.querySelector(".md-search")?.setAttribute("aria-label", "Search")

// A picture that is wider than the window is moved sideways, by the keyboard as well.
addEventListener("load", () => {
  for (const image of document.querySelectorAll('img[src*="pictures/"]')) {
    const place = image.parentElement
    place.classList.add("picture")
    if (place.scrollWidth > place.clientWidth) place.tabIndex = 0
  }
})
