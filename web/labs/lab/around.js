/** Where an element stands: in text of which language, and how near to the window. */

/** How near to the window a lab is drawn, and starts its engine, in pixels. */
export const nearby = 600;

/** The language of the text that an element stands in, through shadow roots. @param {Element} element @returns {string | null} */
export function languageAround(element) {
  const root = element.getRootNode();
  const parent = element.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
  return parent && (parent.getAttribute('lang') ?? languageAround(parent));
}

/** Whether an element is near the window now; one that is not drawn counts as near. @param {Element} element */
export function isNear(element) {
  const { top, bottom } = element.getBoundingClientRect();
  return top <= innerHeight + nearby && bottom >= -nearby;
}

/** Whether there is a layout: in jsdom there is none, and nothing comes near the window. */
export const hasLayout = () => Boolean(globalThis.IntersectionObserver);

/**
 * Calls back once an element has come near the window.
 * @param {Element} element
 * @param {() => void} then
 * @returns {() => void} stops waiting
 */
export function whenNear(element, then) {
  if (!hasLayout()) return () => {};
  // What is folded away, in a box of no height, touches the window, too, with nothing of itself.
  const watch = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ intersectionRatio }) => intersectionRatio > 0)) return;
      watch.disconnect();
      then();
    },
    { rootMargin: `${nearby}px`, threshold: [0, 1e-4] },
  );
  watch.observe(element);
  return () => watch.disconnect();
}
