import { bundle } from '../../tools/bundle.ts';

export default bundle({
  root: import.meta.dirname,
  input: { loop: 'loop.ts', 'solver-worker': '../../apps/server/src/solver/worker.ts' },
  outDir: '../../apps/server/dist/bench-solver',
});
