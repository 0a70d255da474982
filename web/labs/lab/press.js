/**
 * A browser reports a click only if the press and the release of the mouse hit the same element. While a lab loads, what
 * arrives above a button may move it away in between. The press counts nevertheless. (Fingers and pens need no help: their
 * release belongs to the element that they pressed.)
 */

/** How far the mouse may move during a click, CSS px. */
const slack = 4;

/** Called when a pointer is pressed. @param {PointerEvent} press */
export function keepPress(press) {
  const target = press
    .composedPath()
    .find((each) => each instanceof HTMLElement && each.matches('button, summary, label'));
  if (!(target instanceof HTMLElement) || press.button !== 0) return;
  const { x, y } = target.getBoundingClientRect();
  /** @param {PointerEvent} release */
  const onRelease = (release) => {
    const now = target.getBoundingClientRect();
    const isMoved = target.isConnected && (now.x !== x || now.y !== y);
    const isStill = Math.abs(release.x - press.x) + Math.abs(release.y - press.y) <= slack;
    if (isMoved && isStill && !release.composedPath().includes(target)) target.click();
  };
  addEventListener('pointerup', onRelease, { capture: true, once: true });
}
