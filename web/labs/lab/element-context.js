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

/**
 * Calls back when an element meets the window. Where there is no layout, as in jsdom, none does.
 * @param {Element} element
 * @param {IntersectionObserverInit} options
 * @param {IntersectionObserverCallback} then
 * @returns {() => void} stops
 */
export function watch(element, options, then) {
  if (!globalThis.IntersectionObserver) return () => {};
  const observer = new IntersectionObserver(then, options);
  observer.observe(element);
  return () => observer.disconnect();
}

/**
 * Calls back once an element has come near the window.
 * @param {Element} element
 * @param {() => void} then
 * @returns {() => void} stops waiting
 */
export function whenNear(element, then) {
  // What is folded away, in a box of no height, touches the window, too, with nothing of itself.
  const options = { rootMargin: `${nearby}px`, threshold: [0, 1e-4] };
  const stop = watch(element, options, (entries) => {
    if (!entries.some(({ intersectionRatio }) => intersectionRatio > 0)) return;
    stop();
    then();
  });
  return stop;
}
