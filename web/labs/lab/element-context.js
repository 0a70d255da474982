/** The context of an element: the language of the surrounding text, and its distance from the window. */

/** Distance from the window at which a lab is rendered and starts its engine, px. */
export const nearby = 600;

/**
 * Returns the language of the text around an element, also through shadow roots.
 * @param {Element} element
 * @returns {string | null}
 */
export function languageAround(element) {
  const root = element.getRootNode();
  const parent = element.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
  return parent && (parent.getAttribute('lang') ?? languageAround(parent));
}

/** Whether an element is near the window now. One that is not rendered counts as near. @param {Element} element */
export function isNear(element) {
  const { top, bottom } = element.getBoundingClientRect();
  return top <= innerHeight + nearby && bottom >= -nearby;
}

/**
 * Calls back when an element intersects the window. Never calls back without layout, as in jsdom.
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
 * Calls back once an element comes near the window.
 * @param {Element} element
 * @param {() => void} then
 * @returns {() => void} stops waiting
 */
export function whenNear(element, then) {
  // Folded content, in a box of no height, also touches the window, but with a ratio of 0.
  const options = { rootMargin: `${nearby}px`, threshold: [0, 1e-4] };
  const stop = watch(element, options, (entries) => {
    if (!entries.some(({ intersectionRatio }) => intersectionRatio > 0)) return;
    stop();
    then();
  });
  return stop;
}
