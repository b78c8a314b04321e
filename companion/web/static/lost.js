// Whether the server is still there; when it is back, the page is followed again from where the game stands then.

const root = document.documentElement;

document.addEventListener("htmx:sseOpen", () => root.classList.remove("lost"));
document.addEventListener("htmx:sseError", () => root.classList.add("lost"));
