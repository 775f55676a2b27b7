import { bundle } from '../../tools/bundle.ts';

export default bundle({
  root: import.meta.dirname,
  input: {
    main: 'main.ts',
    check: 'check.ts',
    'by-sat': 'by-sat.ts',
    certify: 'certify.ts',
    losses: 'losses.ts',
    worker: 'worker.ts',
  },
});
