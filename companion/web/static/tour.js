// The tour of the page: its steps are shown one by one, and the part of the page that each is about is marked.

const tour = document.getElementById("tour");
const steps = [...(tour?.querySelectorAll("li") ?? [])];
const state = {
  /** the number of the step that is shown */
  step: 0,
  /** @type {Element | null} the button that has opened the tour, which gets the focus back */
  opener: null,
};

/** @param {number} step */
function show(step) {
  state.step = step;
  steps.forEach((item, number) => item.toggleAttribute("hidden", number !== step));
  const [count, back, next] = ["tour-count", "tour-back", "tour-on"].map((id) => tour?.querySelector(`#${id}`));
  if (!tour || !count || !back || !next) return;
  count.textContent = count.dataset.words.replace("{step}", String(step + 1)).replace("{steps}", String(steps.length));
  back.toggleAttribute("hidden", step === 0);
  next.textContent = step === steps.length - 1 ? next.dataset.last : next.dataset.words;
  document.querySelector(".toured")?.classList.remove("toured");
  const place = document.querySelector(steps[step].dataset.at ?? "");
  place?.classList.add("toured");
  place?.scrollIntoView({ block: "center" });
}

/** @param {Element | null} opener */
function open(opener) {
  if (!tour) return;
  state.opener = opener;
  tour.hidden = false;
  show(0);
  tour.focus({ preventScroll: true });
}

function close() {
  if (tour) tour.hidden = true;
  document.querySelector(".toured")?.classList.remove("toured");
  if (state.opener instanceof HTMLElement) state.opener.focus();
}

document.addEventListener("click", ({ target }) => {
  const button = target.closest?.("[data-tour], #tour button");
  if (!button) return;
  if (button.id === "tour-back") show(state.step - 1);
  else if (button.id === "tour-end" || (button.id === "tour-on" && state.step === steps.length - 1)) close();
  else if (button.id === "tour-on") show(state.step + 1);
  else open(button);
});
document.addEventListener("keydown", ({ key }) => key === "Escape" && tour && !tour.hidden && close());

if (new URLSearchParams(location.search).has("tour")) {
  history.replaceState(null, "", location.pathname);
  open(null);
}
