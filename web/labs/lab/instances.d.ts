/**
 * Types that TypeScript cannot infer from the classes: they render into a shadow root, and `constructor` is their class.
 */

declare module './lab.js' {
  interface Lab {
    constructor: typeof Lab;
  }
}

declare module './state-element.js' {
  interface StateElement {
    constructor: typeof StateElement;
    readonly renderRoot: ShadowRoot;
  }
}

declare module '../parts/section.js' {
  interface Section {
    readonly renderRoot: ShadowRoot;
  }
}

declare module '../parts/term.js' {
  interface SdTerm {
    readonly renderRoot: ShadowRoot;
  }
}

export {};
