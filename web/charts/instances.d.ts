/** What TypeScript cannot read from the class: it draws into a shadow root. */

declare module './figure.js' {
  interface SdFigure {
    readonly renderRoot: ShadowRoot;
  }
}

export {};
