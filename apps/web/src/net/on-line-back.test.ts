import { expect, test, vi } from 'vitest';
import { onLineBack } from './on-line-back.ts';
import type { Line } from './transport.ts';

test('P8: a line is back once it is up after it was down, whatever it was in between', () => {
  let tell: (line: Line) => void = () => undefined;
  const onLine = (listener: typeof tell) => {
    tell = listener;
    return () => undefined;
  };
  const back = vi.fn();
  onLineBack({ onLine }, back);
  for (const line of ['connecting', 'up', 'connecting', 'up'] as const) tell(line);
  expect(back).not.toHaveBeenCalled();
  for (const line of ['down', 'up', 'up'] as const) tell(line);
  expect(back).toHaveBeenCalledTimes(1);
  for (const line of ['down', 'connecting', 'up'] as const) tell(line);
  expect(back).toHaveBeenCalledTimes(2);
});
