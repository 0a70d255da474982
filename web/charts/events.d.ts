/** Types of events for listeners on one kind of element. */

/**
 * An event on an element of a known kind. That element is also the target, as long as it contains no others. If it does,
 * use `currentTarget` only.
 */
export type EventAt<Place extends EventTarget, Kind extends Event = Event> = Kind & {
  readonly currentTarget: Place;
  readonly target: Place;
};
