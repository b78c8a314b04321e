// A tap that did not reach the server, or was refused where the page has no place for the reason: said above everything.

import { sheet } from "./sheet.js";

// Missing on pages that were kept, for times without a server, of an earlier version.
const notice = document.getElementById("unanswered");

/** @param {string} [sentence] */
function tell(sentence) {
  if (!notice) return;
  notice.textContent = sentence ?? notice.dataset.words;
  notice.hidden = false;
}

/**
 * Whether nobody tapped: what a page fetches by itself it fetches again, and its status says that the server is lost.
 * @param {Event | undefined} cause
 */
const isByItself = (cause) => /^(sse:|hx:|load$)/.test(cause?.type ?? "");

document.addEventListener("htmx:sendError", ({ detail }) => {
  if (isByItself(detail.requestConfig.triggeringEvent)) return;
  if (sheet?.contains(detail.target) && !detail.target.children.length) sheet.close();
  tell();
});

document.addEventListener("htmx:responseError", ({ detail }) => {
  if (isByItself(detail.requestConfig.triggeringEvent) || detail.elt.getAttribute("hx-swap") !== "none") return;
  const answer = new DOMParser().parseFromString(detail.xhr.responseText, "text/html");
  const sentence = answer.querySelector(".refusal")?.textContent?.trim();
  if (sentence) tell(sentence);
});

document.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (detail.successful) notice?.setAttribute("hidden", "");
});
