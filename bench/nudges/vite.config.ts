import { bundle } from '../../tools/bundle.ts';

export default bundle({
  root: import.meta.dirname,
  input: {
    main: 'main.ts',
    echo: 'echo.ts',
    'push-service': 'push-service.ts',
    'push-worker': '../../apps/server/src/nudge/push-worker.ts',
  },
  outDir: '../../apps/server/dist/bench-nudges',
});
