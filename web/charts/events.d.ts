/** Events as listeners know them that stand at one kind of element. */

/**
 * An event at an element of a known kind. It is the target, too: it has no other elements in it that could be. Where it has some,
 * ask for `currentTarget` only.
 */
export type EventAt<Place extends EventTarget, Kind extends Event = Event> = Kind & {
  readonly currentTarget: Place;
  readonly target: Place;
};
