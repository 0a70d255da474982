/** Types that TypeScript cannot infer from the class: the constructor of its instances. */

declare module './chart-element.js' {
  interface ChartElement {
    constructor: typeof ChartElement;
  }
}

export {};
