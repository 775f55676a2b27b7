import { bundle } from '../../tools/bundle.ts';

export default bundle({
  root: import.meta.dirname,
  input: {
    main: 'main.ts',
    players: 'players.ts',
    crowd: 'crowd.ts',
    echo: 'echo.ts',
    skeleton: 'skeleton.ts',
  },
});
