import { expect, test } from 'vitest';
import { helperInApp } from './helper-in-app.ts';

type Chunks = Record<string, { type: 'chunk'; name: string; code: string; imports: string[] }>;

const HELPER = 'assets/rolldown-runtime-Ab_-1.js';
const chunk = (file: string, name: string, code: string, imports: string[]) => ({
  [file]: { type: 'chunk' as const, fileName: file, name, code, imports },
});
const helper = chunk(HELPER, 'rolldown-runtime', 'var e=1,t=()=>({one:e});export{t};', []);
const take = (local: string) => `import{t as ${local}}from"./rolldown-runtime-Ab_-1.js";`;

function written(bundle: Chunks): Chunks {
  const { handler } = helperInApp().generateBundle as { handler: (_: unknown, b: Chunks) => void };
  handler(undefined, bundle);
  return bundle;
}

test('the helper is in the chunk that every page has, and whoever used it has it from there', async () => {
  const bundle = written({
    ...helper,
    ...chunk('assets/app-X.js', 'app', `${take('e')}var a=e();export{a as t};\n`, [HELPER]),
    ...chunk('assets/talk-Y.js', 'talk', `${take('n')}export{n as t};`, [HELPER]),
    ...chunk('assets/Lost-Z.js', 'Lost', 'export{};', []),
  });
  expect(Object.keys(bundle)).toEqual(['assets/app-X.js', 'assets/talk-Y.js', 'assets/Lost-Z.js']);
  const [app, talk, lost] = Object.values(bundle);
  expect(app!.imports).toEqual([]);
  expect(talk!.imports).toEqual(['assets/app-X.js']);
  expect(lost!.code).toBe('export{};');
  expect(talk!.code).toBe('import{helper as n}from"./app-X.js";export{n as t};');
  const made = (await import(`data:text/javascript,${encodeURIComponent(app!.code)}`)) as {
    helper: () => unknown;
    t: unknown;
  };
  expect([made.helper(), made.t]).toEqual([{ one: 1 }, { one: 1 }]);
});

test('it is there also where that chunk needs none itself', () => {
  const [app, talk] = Object.values(
    written({
      ...helper,
      ...chunk('assets/app-X.js', 'app', 'export{a as t};', []),
      ...chunk('assets/talk-Y.js', 'talk', `${take('n')}export{n as t};`, [HELPER]),
    }),
  );
  expect(app!.code).toBe(
    'const helper=(()=>{var e=1,t=()=>({one:e});return t})();export{helper as helper,a as t};',
  );
  expect(talk!.code).toBe('import{helper as n}from"./app-X.js";export{n as t};');
});

test('what the bundler writes in another way stays as it is', () => {
  const bundle = { ...helper, ...chunk('assets/app-X.js', 'app', 'export default a;', []) };
  expect(written(structuredClone(bundle))).toEqual(bundle);
});
