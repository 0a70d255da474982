// The labs in React 19; compiled, not run.
import 'scaledot/elements/define';
import type {} from 'scaledot/jsx';
import { useRef } from 'react';
import type { ScaledotVariance } from 'scaledot/elements';

export function Lesson() {
  const lab = useRef<ScaledotVariance>(null);
  const larger = () => void lab.current?.setState({ dk: 512 });
  return (
    <article>
      <scaledot-variance ref={lab} dk={64} theme="dark" hide="code share">
        Why the scores are divided.
      </scaledot-variance>
      <scaledot-lab lab="softmax" dk="16" className="wide" />
      <scaledot-figure lab="variance" picture="growth" dk={64} />
      <button onClick={larger}>d_k = 512</button>
      <scaledot-training rules="rsqrt,none" />
      <scaledot-playground autorun readonly show="program" />
      <scaledot-softmax queryDistribution="laplace" keyDistribution="uniform" />
      <scaledot-histogram data={[1, 2]} onscaledot-error={({ detail }) => alert(detail.message)} />
      {/* @ts-expect-error React would set the property of that name, which is read-only */}
      <scaledot-softmax query="laplace" />
      {/* @ts-expect-error there is no such theme */}
      <scaledot-softmax theme="blue" />
      {/* @ts-expect-error nor such a lab */}
      <scaledot-scale />
    </article>
  );
}
