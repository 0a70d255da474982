// node tests/package/edge.cjs SCRIPT MODULES: runs a route in the edge runtime of Next.js, as its server does, and prints the
// route's answer.
const fs = require('node:fs');
const path = require('node:path');

process.env.NODE_ENV = 'production';
const sandbox = 'next/node_modules/next/dist/server/web/sandbox/context.js';
const { getModuleContext } = require(path.join(__dirname, sandbox));

const [script, wasm] = process.argv.slice(2);

async function answer() {
  const refuse = (/** @type {unknown} */ problem) => {
    throw problem;
  };
  const { runtime } = await getModuleContext({
    moduleName: 'route',
    onWarning: refuse,
    onError: refuse,
    useCache: false,
    edgeFunctionEntry: { assets: [], wasm: JSON.parse(wasm), env: {} },
    distDir: path.dirname(script),
  });
  runtime.evaluate(fs.readFileSync(script, 'utf8'));
  return (await runtime.evaluate('route.GET()')).text();
}

answer().then(
  (text) => process.stdout.write(text, () => process.exit()), // the sandbox keeps timers alive
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
