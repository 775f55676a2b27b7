import { expect, onTestFinished, test, vi } from 'vitest';
import { FakeTransport } from './fake-transport.ts';
import { onReturn } from './on-return.ts';

test('a page is looked at anew when it is seen again, or its line is back, and no more once it is gone', () => {
  const shown = Object.assign(new EventTarget(), { hidden: false });
  vi.stubGlobal('document', shown);
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  const seen = () => shown.dispatchEvent(new Event('visibilitychange'));
  const transport = new FakeTransport();
  const callback = vi.fn();
  const stop = onReturn(transport, callback);
  expect(callback).not.toHaveBeenCalled();
  shown.hidden = true;
  seen();
  expect(callback).toHaveBeenCalledTimes(0);
  shown.hidden = false;
  seen();
  // Going to and fro is not coming back.
  seen();
  expect(callback).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(10_000);
  // Without a line nothing can be asked; it is once the line is back.
  transport.setLine('down');
  seen();
  expect(callback).toHaveBeenCalledTimes(1);
  transport.setLine('up');
  vi.advanceTimersByTime(3_000);
  expect(callback).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(10_000);
  transport.setLine('down');
  transport.setLine('up');
  stop();
  seen();
  vi.advanceTimersByTime(10_000);
  expect(callback).toHaveBeenCalledTimes(2);
});
