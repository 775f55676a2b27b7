import { bundle } from '../../tools/bundle.ts';

export default bundle({
  root: import.meta.dirname,
  input: { main: 'main.ts', echo: 'echo.ts', service: 'service.ts', clients: 'clients.ts' },
  outDir: '../../apps/server/dist/bench',
});
