/** What TypeScript cannot read from the class: its elements know their own class. */

declare module './chart-element.js' {
  interface ChartElement {
    constructor: typeof ChartElement;
  }
}

export {};
