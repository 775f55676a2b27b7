import { bundle } from '../../tools/bundle.ts';

export default bundle({ root: import.meta.dirname, input: { main: 'main.ts' } });
