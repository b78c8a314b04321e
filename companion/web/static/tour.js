// The tour: four steps, each beside the part of the page that it is about.

const tour = document.getElementById("tour");
const steps = [...(tour?.querySelectorAll("li") ?? [])];
let now = 0;
/** @type {Element | null} */
let began = null;

/** @param {number} step */
function show(step) {
  now = step;
  steps.forEach((item, number) => item.toggleAttribute("hidden", number !== step));
  const [count, back, on] = ["tour-count", "tour-back", "tour-on"].map((id) => tour?.querySelector(`#${id}`));
  if (!tour || !count || !back || !on) return;
  count.textContent = count.dataset.words.replace("{step}", String(step + 1)).replace("{steps}", String(steps.length));
  back.toggleAttribute("hidden", step === 0);
  on.textContent = step === steps.length - 1 ? on.dataset.last : on.dataset.words;
  document.querySelector(".toured")?.classList.remove("toured");
  const place = document.querySelector(steps[step].dataset.at ?? "");
  place?.classList.add("toured");
  place?.scrollIntoView({ block: "center" });
}

/** @param {Element | null} by */
function begin(by) {
  if (!tour) return;
  began = by;
  tour.hidden = false;
  show(0);
  tour.focus({ preventScroll: true });
}

function end() {
  if (tour) tour.hidden = true;
  document.querySelector(".toured")?.classList.remove("toured");
  if (began instanceof HTMLElement) began.focus();
}

document.addEventListener("click", ({ target }) => {
  const button = target.closest?.("[data-tour], #tour button");
  if (!button) return;
  if (button.id === "tour-back") show(now - 1);
  else if (button.id === "tour-end" || (button.id === "tour-on" && now === steps.length - 1)) end();
  else if (button.id === "tour-on") show(now + 1);
  else begin(button);
});
document.addEventListener("keydown", ({ key }) => key === "Escape" && tour && !tour.hidden && end());

if (new URLSearchParams(location.search).has("tour")) {
  history.replaceState(null, "", location.pathname);
  begin(null);
}
