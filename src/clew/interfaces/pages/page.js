"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const byId = (id) => document.getElementById(id);

function html(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}
function svg(tag, attributes = {}, parent = null) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (parent) parent.append(element);
  return element;
}
const short = (text, length) => {
  const letters = Array.from(text.replace(/\s+/g, " "));
  return letters.length > length ? letters.slice(0, length - 1).join("").trimEnd() + "\u2026" : letters.join("");
};

// Shows the tip beside the pointer, wholly in view.
function hint(event, ...children) {
  const tip = byId("tip");
  tip.replaceChildren(...children);
  tip.hidden = false;
  const box = tip.getBoundingClientRect();
  tip.style.left = `${Math.max(8, Math.min(event.clientX + 14, innerWidth - box.width - 12))}px`;
  tip.style.top = `${event.clientY + 16 + box.height > innerHeight ? Math.max(8, event.clientY - box.height - 12) : event.clientY + 16}px`;
}
