import { bundle } from '../bundle.ts';

export default bundle({ root: import.meta.dirname, input: { main: 'main.ts' } });
