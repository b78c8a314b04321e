// While the page's event stream is interrupted, the style sheets show that the server is lost. htmx connects again by
// itself; the page then continues with the present state of the game.

const root = document.documentElement;

document.addEventListener("htmx:sseOpen", () => root.classList.remove("lost"));
document.addEventListener("htmx:sseError", () => root.classList.add("lost"));
