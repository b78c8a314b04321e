// What a ship pays: a button for the usual numbers, a field for any other.

const amount = document.getElementById("ship-amount");

function showAmount() {
  for (const button of document.querySelectorAll("[data-amount]")) {
    button.setAttribute("aria-pressed", String(button.dataset.amount === amount.value));
  }
}

document.addEventListener("click", ({ target }) => {
  const button = target.closest?.("[data-amount]");
  if (!button) return;
  amount.value = button.dataset.amount;
  showAmount();
});
amount.addEventListener("input", showAmount);
