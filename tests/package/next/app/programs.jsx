'use client';
import 'scaledot/elements/define';
import { useEffect } from 'react';

/** A client component: rendered with the labs once at build time, and run in the page. */
export function Programs() {
  useEffect(() => void import('../src/main.js'), []);
  return <scaledot-softmax dk="16">What the scale changes in softmax.</scaledot-softmax>;
}
