// What the page's scripts may rely on: elements that templates give these ids, data attributes, htmx and its events.

/** An element of a template. A script reads only those data attributes that the template always writes. */
type Written<E extends Element = HTMLElement> = E & { readonly dataset: Record<string, string> };

/** A form with a field for photos. */
type ShotForm = Written<HTMLFormElement> & { readonly elements: { readonly photo: HTMLInputElement } };

/**
 * Elements by their ids. Those without `null` are on every page that the script is part of, or the script asks for them
 * only on those pages: it first looks for another element of the same template.
 */
interface PageElements {
  "ship-amount": HTMLInputElement;
  "keep-screen-on": HTMLButtonElement | null;
  "camera": Written<HTMLImageElement> | null;
  "camera-choice": HTMLElement;
  "camera-insecure": HTMLElement;
  "camera-list": HTMLSelectElement;
  "camera-rate": HTMLElement;
  "camera-state": HTMLElement;
  "camera-switch": Written<HTMLButtonElement>;
  "camera-video": HTMLVideoElement;
  "camera-words": HTMLElement;
  "card-number": HTMLInputElement;
  "card-play": Written;
  "card-search": HTMLInputElement;
  "card-turn": HTMLInputElement;
  "card-under": HTMLInputElement;
  "correction-sheet": HTMLDialogElement | null;
  "correction-choices": HTMLElement;
  "held-amounts": Written;
  "kept-photo": Written | null;
  "kept-list": HTMLElement | null;
  "naming-rows": Written;
  "naming-row": Written<HTMLTemplateElement>;
  "phone-camera": Written;
  "photo": HTMLInputElement;
  "photo-form": ShotForm | null;
  "photo-to-name": (HTMLElement & SVGSVGElement) | null;
  "progress": HTMLElement;
  "progress-bar": HTMLProgressElement;
  "progress-words": Written;
  "scrub": HTMLInputElement | null;
  "sent-picture": HTMLCanvasElement;
  "taken-photo": HTMLInputElement;
  "single-photo-form": HTMLFormElement;
  "single-photo-status": HTMLElement;
  "single-photos": HTMLDetailsElement;
  "table": Written;
  "tallied": HTMLElement | null;
  "tally-state": Written<HTMLFormElement>;
  "tap-page": Written;
  "tap-trouble": HTMLElement;
  "teach-camera": HTMLImageElement | null;
  "tools": HTMLFormElement;
  "turn-card": HTMLElement;
  "request-trouble": Written | null;
  "unsaved-tally": HTMLElement | null;
  "taught-tiles": HTMLElement;
}

interface Document {
  getElementById<K extends keyof PageElements>(id: K): PageElements[K];
  getElementById(id: `edge-${string}` | `slot-${string}`): HTMLInputElement | null;
  addEventListener<K extends keyof DocumentEventMap>(
    type: K, listener: (event: Aimed<DocumentEventMap[K]>) => unknown, options?: boolean | AddEventListenerOptions): void;
}

interface HTMLElement {
  addEventListener<K extends keyof HTMLElementEventMap>(
    type: K, listener: (event: Aimed<HTMLElementEventMap[K]>) => unknown, options?: boolean | AddEventListenerOptions): void;
}

interface HTMLInputElement {
  addEventListener<K extends keyof HTMLElementEventMap>(
    type: K, listener: (event: HTMLElementEventMap[K] & { readonly target: HTMLInputElement & { readonly form: HTMLFormElement } }) => unknown,
    options?: boolean | AddEventListenerOptions): void;
}

interface HTMLDialogElement {
  addEventListener<K extends keyof HTMLElementEventMap>(
    type: K, listener: (event: Aimed<HTMLElementEventMap[K]>) => unknown, options?: boolean | AddEventListenerOptions): void;
}

interface HTMLFormElement {
  addEventListener<K extends keyof HTMLElementEventMap>(
    type: K, listener: (event: Aimed<HTMLElementEventMap[K]>) => unknown, options?: boolean | AddEventListenerOptions): void;
}

interface ParentNode {
  querySelector<K extends keyof HTMLElementTagNameMap>(selectors: K): HTMLElementTagNameMap[K] | null;
  querySelector(selectors: string): Found | null;
  querySelectorAll<K extends keyof HTMLElementTagNameMap>(selectors: K): NodeListOf<HTMLElementTagNameMap[K]>;
  querySelectorAll(selectors: `form${string}`): NodeListOf<HTMLFormElement>;
  querySelectorAll(selectors: string): NodeListOf<Found>;
}

interface Element {
  closest(selectors: `form${string}`): HTMLFormElement | null;
  closest(selectors: string): Found | null;
}

/** What a selector finds: an element, perhaps a field of a form; which of them, no selector says. */
type Found = Written &
  Partial<Pick<HTMLInputElement, "checked" | "disabled" | "files" | "select">> &
  { form?: ShotForm; href: string; name: string; reset?: () => void; value: string };

/** An event of the page: what it is aimed at is an element, or the document itself, which matches nothing. */
type Aimed<E> = E & { readonly target: Omit<Found, "closest" | "matches"> & Partial<Pick<Found, "closest" | "matches">> & Node };

interface HtmxEvent extends CustomEvent {
  readonly detail: { target: HTMLElement; lengthComputable: boolean; loaded: number; total: number; elt: HTMLElement; successful: boolean; xhr: XMLHttpRequest; shouldSwap: boolean; requestConfig: { elt: HTMLElement; path: string; verb: string; triggeringEvent?: Event } };
}

interface GlobalEventHandlersEventMap {
  "htmx:afterRequest": HtmxEvent;
  "htmx:afterSettle": HtmxEvent;
  "htmx:afterSwap": HtmxEvent;
  "htmx:beforeOnLoad": HtmxEvent;
  "htmx:beforeRequest": HtmxEvent;
  "htmx:beforeSend": HtmxEvent;
  "htmx:beforeSwap": HtmxEvent;
  "htmx:confirm": HtmxEvent;
  "htmx:configRequest": CustomEvent<{ readonly elt: Element; readonly formData: FormData; path: string }>;
  "htmx:oobAfterSwap": HtmxEvent;
  "htmx:responseError": HtmxEvent;
  "htmx:sendError": HtmxEvent;
  "htmx:sseError": CustomEvent;
  "htmx:sseOpen": CustomEvent;
  "htmx:xhr:progress": HtmxEvent;
  "livepartsreplaced": CustomEvent;
}

/** Idiomorph's settings: returning false of a node and what it becomes leaves the node as it is. */
declare const Idiomorph: {
  readonly defaults: { readonly callbacks: { beforeNodeMorphed: (before: Node, now: Node) => boolean } };
};

interface Window {
  /** On every page but those of documents, which have no scripts. */
  readonly htmx: {
    process(element: Element): void;
    ajax(method: string, address: string, how: object): Promise<void>;
  };
}
