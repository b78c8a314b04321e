// What the page's scripts may rely on: elements that templates give these ids, htmx and its events.

/** Elements by their ids, where a script needs more of one than any element has. */
interface PageElements {
  "amount": HTMLInputElement;
  "camera": HTMLImageElement;
  "camera-list": HTMLSelectElement;
  "camera-switch": HTMLButtonElement;
  "camera-video": HTMLVideoElement;
  "card-number": HTMLInputElement;
  "card-turn": HTMLInputElement;
  "card-under": HTMLInputElement;
  "correct": HTMLDialogElement;
  "find": HTMLInputElement;
  "named-row": HTMLTemplateElement;
  "photo": HTMLInputElement;
  "photo-form": ShotForm;
  "pieces-photo": HTMLElement & SVGSVGElement;
  "progress-bar": HTMLProgressElement;
  "scrub": HTMLInputElement;
  "sent": HTMLCanvasElement;
  "shot": HTMLInputElement;
  "shot-form": HTMLFormElement;
  "shots": HTMLDetailsElement;
  "teach-camera": HTMLImageElement;
  "tools": HTMLFormElement;
}

/** A form with a field for photos. */
type ShotForm = HTMLFormElement & { readonly elements: { readonly photo: HTMLInputElement } };

interface Document {
  getElementById<K extends keyof PageElements>(id: K): PageElements[K] | null;
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
    type: K, listener: (event: Aimed<HTMLElementEventMap[K]>) => unknown, options?: boolean | AddEventListenerOptions): void;
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
  querySelectorAll(selectors: string): NodeListOf<Found>;
}

interface Element {
  closest(selectors: `form${string}`): HTMLFormElement | null;
  closest(selectors: string): Found | null;
}

/** What a selector finds: an element, perhaps a field of a form; which of them, no selector says. */
type Found = HTMLElement &
  Partial<Pick<HTMLInputElement, "checked" | "disabled" | "files" | "name" | "select" | "value">> &
  { form?: ShotForm; href?: string; reset?: () => void };

/** An event of the page: what it is aimed at is an element, or the document itself, which matches nothing. */
type Aimed<E> = E & { readonly target: Omit<Found, "closest" | "matches"> & Partial<Pick<Found, "closest" | "matches">> & Node };

interface HtmxEvent extends CustomEvent {
  readonly detail: { target: HTMLElement; lengthComputable: boolean; loaded: number; total: number; elt: HTMLElement; successful: boolean; xhr: XMLHttpRequest };
}

interface GlobalEventHandlersEventMap {
  "counted": CustomEvent;
  "htmx:afterRequest": HtmxEvent;
  "htmx:afterSettle": HtmxEvent;
  "htmx:afterSwap": HtmxEvent;
  "htmx:beforeSwap": HtmxEvent;
  "htmx:oobAfterSwap": HtmxEvent;
  "htmx:sendError": HtmxEvent;
  "htmx:sseError": CustomEvent;
  "htmx:sseOpen": CustomEvent;
  "htmx:xhr:progress": HtmxEvent;
}

interface Window {
  htmx?: {
    process(element: Element): void;
    ajax(method: string, address: string, how: object): Promise<void>;
  };
}
