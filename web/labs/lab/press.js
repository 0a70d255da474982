/**
 * A browser reports a click only if the press and the release of the mouse hit the same element. While a lab loads, what
 * arrives above a button may move it away in between. The press counts nevertheless. (Fingers and pens need no help: their
 * release belongs to the element that they pressed.)
 */

const pressable = 'button, summary, label';

/** What ends a press without a click, or moves the page on purpose. */
const ends = ['pointerdown', 'pointercancel', 'wheel', 'keydown'];

let last = new AbortController();

/** Listens to the presses of pointers on a lab. @param {PointerEvent} press */
export function keepPress(press) {
  last.abort();
  last = new AbortController();
  const { signal } = last;
  if (press.pointerType !== 'mouse' || press.button !== 0) return;
  const path = press.composedPath();
  const target = path
    .slice(0, path.indexOf(/** @type {EventTarget} */ (press.currentTarget)))
    .find((each) => each instanceof HTMLElement && each.matches(pressable));
  if (!(target instanceof HTMLElement)) return;
  const was = target.getBoundingClientRect();
  /** @param {PointerEvent} release */
  const onRelease = (release) => {
    last.abort();
    const { x, y, width } = target.getBoundingClientRect();
    const isMoved = width > 0 && (x !== was.x || y !== was.y); // a hidden or removed one has no width
    const wouldHit =
      release.x >= was.left &&
      release.x < was.right &&
      release.y >= was.top &&
      release.y < was.bottom;
    if (isMoved && wouldHit && !release.composedPath().includes(target)) target.click();
  };
  addEventListener('pointerup', onRelease, { capture: true, signal });
  for (const end of ends) addEventListener(end, () => last.abort(), { capture: true, signal });
}
