// Files are sent as soon as they are chosen in a field with data-send.

for (const field of document.querySelectorAll("input[type=file][data-send]")) {
  const send = () => field.files?.length && field.form?.requestSubmit();
  field.addEventListener("change", send);
  send(); // One may have been chosen before this script came; browsers restore none, autocomplete being off.
}
