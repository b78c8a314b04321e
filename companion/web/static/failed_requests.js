// A notice above the page for a tap whose request did not reach the server, or was refused where no part of the page
// takes the answer, which says why.

import { sheet } from "./correction_sheet.js";

// Not on pages of earlier versions that the service worker keeps for times without a server.
const notice = document.getElementById("request-trouble");

/** @param {string} [sentence] */
function showNotice(sentence) {
  if (!notice) return;
  notice.textContent = sentence ?? notice.dataset.words;
  notice.hidden = false;
}

/**
 * Whether the page made the request by itself. It makes such a request again, and shows its connection's status.
 *
 * @param {Event | undefined} cause
 */
const isAutomatic = (cause) => /^(sse:|hx:|(load|renew)$)/.test(cause?.type ?? "");

document.addEventListener("htmx:sendError", ({ detail }) => {
  if (isAutomatic(detail.requestConfig.triggeringEvent)) return;
  if (sheet?.contains(detail.target) && !detail.target.children.length) sheet.close();
  showNotice();
});

document.addEventListener("htmx:responseError", ({ detail }) => {
  if (isAutomatic(detail.requestConfig.triggeringEvent) || detail.elt.getAttribute("hx-swap") !== "none") return;
  const answer = new DOMParser().parseFromString(detail.xhr.responseText, "text/html");
  const sentence = answer.querySelector(".refusal")?.textContent?.trim();
  if (sentence) showNotice(sentence);
});

document.addEventListener("htmx:afterRequest", ({ detail }) => {
  // What the page fetches by itself may reach the server just after a tap did not.
  if (detail.successful && !isAutomatic(detail.requestConfig.triggeringEvent)) notice?.setAttribute("hidden", "");
});
