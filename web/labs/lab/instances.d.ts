/** What TypeScript cannot read from the classes: their elements draw into a shadow root, and know their own class. */

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
