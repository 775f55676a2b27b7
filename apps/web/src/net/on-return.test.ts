import { expect, onTestFinished, test, vi } from 'vitest';
import { FakeTransport } from './fake-transport.ts';
import { onReturn } from './on-return.ts';

/** A page that is seen, with a clock of its own. */
function seenPage() {
  const shown = Object.assign(new EventTarget(), { hidden: false });
  vi.stubGlobal('document', shown);
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  return shown;
}

test('a page is looked at anew when it is seen again, or its line is back, and no more once it is gone', () => {
  const shown = seenPage();
  const seen = () => shown.dispatchEvent(new Event('visibilitychange'));
  const transport = new FakeTransport();
  const callback = vi.fn();
  const stop = onReturn(transport, callback);
  expect(callback).not.toHaveBeenCalled();
  shown.hidden = true;
  seen();
  vi.advanceTimersByTime(20_000);
  expect(callback).toHaveBeenCalledTimes(0);
  shown.hidden = false;
  seen();
  vi.advanceTimersByTime(0);
  expect(callback).toHaveBeenCalledTimes(1);
  // Going to and fro is asked about once in a while, but the last time counts.
  for (let n = 0; n < 3; n++) seen();
  vi.advanceTimersByTime(9_000);
  expect(callback).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1_000);
  expect(callback).toHaveBeenCalledTimes(2);
  // Without a line nothing can be asked; it is once the line is back, and there still.
  transport.setLine('down');
  seen();
  vi.advanceTimersByTime(20_000);
  transport.setLine('up');
  transport.setLine('down');
  vi.advanceTimersByTime(20_000);
  expect(callback).toHaveBeenCalledTimes(2);
  transport.setLine('up');
  vi.advanceTimersByTime(3_000);
  expect(callback).toHaveBeenCalledTimes(3);
  transport.setLine('down');
  transport.setLine('up');
  stop();
  seen();
  vi.advanceTimersByTime(20_000);
  expect(callback).toHaveBeenCalledTimes(3);
});

test('so it is for visitors without a session, who have no line', () => {
  const shown = seenPage();
  const transport = new FakeTransport();
  const callback = vi.fn();
  const stop = onReturn(transport, callback);
  // Also once a session is over, and its line with it.
  transport.setLine('down');
  transport.setLine('connecting');
  shown.dispatchEvent(new Event('visibilitychange'));
  vi.advanceTimersByTime(0);
  expect(callback).toHaveBeenCalledTimes(1);
  stop();
});
