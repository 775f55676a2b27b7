import { expect, test } from 'vitest';
import { helperInApp } from './helper-in-app.ts';

type Chunks = Record<string, { type: 'chunk'; name: string; code: string; imports: string[] }>;

const HELPER = 'assets/rolldown-runtime-Ab_-1.js';
const chunk = (file: string, name: string, code: string, imports: string[]) => ({
  [file]: { type: 'chunk' as const, fileName: file, name, code, imports },
});
const helper = chunk(HELPER, 'rolldown-runtime', 'var e=1,t=()=>({one:e});export{t};', []);
const APP = 'assets/app-X.js';
const take = (local: string) => `import{t as ${local}}from"./rolldown-runtime-Ab_-1.js";`;

const talk = chunk('assets/talk-Y.js', 'talk', `${take('n')}import"./app-X.js";export{n as t};`, [
  HELPER,
  APP,
]);

const TALK = 'import{helper as n}from"./app-X.js";import"./app-X.js";export{n as t};';

function written(bundle: Chunks): Chunks {
  const { handler } = helperInApp().generateBundle as { handler: (_: unknown, b: Chunks) => void };
  handler(undefined, bundle);
  return bundle;
}

test('the helper is in the chunk that every page has, and whoever imports that has it from there', async () => {
  const bundle = written({
    ...helper,
    ...chunk('assets/app-X.js', 'app', `${take('e')}var a=e();export{a as t};\n`, [HELPER]),
    ...talk,
    ...chunk('assets/Lost-Z.js', 'Lost', 'export{};', []),
  });
  expect(Object.keys(bundle)).toEqual(['assets/app-X.js', 'assets/talk-Y.js', 'assets/Lost-Z.js']);
  const [app, talking, lost] = Object.values(bundle);
  expect(app!.imports).toEqual([]);
  expect(talking!.imports).toEqual([APP]);
  expect(lost!.code).toBe('export{};');
  expect(talking!.code).toBe(TALK);
  const made = (await import(`data:text/javascript,${encodeURIComponent(app!.code)}`)) as {
    helper: () => unknown;
    t: unknown;
  };
  expect([made.helper(), made.t]).toEqual([{ one: 1 }, { one: 1 }]);
});

test('it is there also where that chunk needs none itself', () => {
  const [app, talking] = Object.values(
    written({
      ...helper,
      ...chunk('assets/app-X.js', 'app', 'export{a as t};', []),
      ...talk,
    }),
  );
  expect(app!.code).toBe(
    'const helper=(()=>{var e=1,t=()=>({one:e});return t})();export{helper as helper,a as t};',
  );
  expect(talking!.code).toBe(TALK);
});

test('P10: a chunk that does not import it, whose name does not change with it, has a helper of its own', async () => {
  const [, errors] = Object.values(
    written({
      ...helper,
      ...chunk(APP, 'app', 'export{a as t};', []),
      ...chunk('assets/errors-Y.js', 'errors', `${take('n')}var b=n();export{b as t};`, [HELPER]),
    }),
  );
  expect(errors!.imports).toEqual([]);
  const made = (await import(`data:text/javascript,${encodeURIComponent(errors!.code)}`)) as object;
  expect({ ...made }).toEqual({ t: { one: 1 } });
});

test('what the bundler writes in another way stays as it is', () => {
  const bundle = { ...helper, ...chunk('assets/app-X.js', 'app', 'export default a;', []) };
  expect(written(structuredClone(bundle))).toEqual(bundle);
});
