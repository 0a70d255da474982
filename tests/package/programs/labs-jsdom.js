// Where there is a DOM without a layout, labs and their pictures keep their places and draw nothing.
import 'scaledot/elements/define';
import 'scaledot/charts/define';
import { labs } from 'scaledot/elements';

const tags = [...labs.map(({ tag }) => tag), 'sd-softmax-bands', 'scaledot-histogram'];

export default async () => {
  document.body.innerHTML = tags.map((tag) => `<${tag}></${tag}>`).join('');
  document.body.append(Object.assign(document.createElement('scaledot-lab'), { lab: 'heads' }));
  const elements = [...document.body.children];
  await Promise.all(elements.map(({ updateComplete }) => updateComplete));
  const [lab] = elements;
  lab.setState({ dk: 128 });
  await new Promise((resolve) => setTimeout(resolve, 100)); // what goes wrong later, fails the test, too
  document.body.replaceChildren();
  return {
    registered: labs.map(({ tag }) => tag).filter((tag) => customElements.get(tag)),
    dk: lab.getState().dk,
  };
};
