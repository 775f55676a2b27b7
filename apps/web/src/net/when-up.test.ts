import { expect, test, vi } from 'vitest';
import { FakeTransport } from './fake-transport.ts';
import { whenUp } from './when-up.ts';

test('what waits for a line is done once, with the first there is, however long that takes', async () => {
  const transport = new FakeTransport();
  const now = vi.fn();
  whenUp(transport, now);
  expect(now).toHaveBeenCalledOnce();
  transport.setLine('down');
  const later = vi.fn();
  whenUp(transport, later);
  expect(later).not.toHaveBeenCalled();
  for (const line of ['up', 'down', 'up'] as const) {
    transport.setLine(line);
    await Promise.resolve();
  }
  expect([now, later].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
});
