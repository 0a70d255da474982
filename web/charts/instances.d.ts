/** Types that TypeScript cannot infer from the class: it renders into a shadow root. */

declare module './figure.js' {
  interface SdFigure {
    readonly renderRoot: ShadowRoot;
  }
}

export {};
