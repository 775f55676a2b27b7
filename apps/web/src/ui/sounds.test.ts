import { afterEach, expect, test, vi } from 'vitest';
import { noteOf } from './sounds.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the note of a card that comes home rises with its rank, an octave every five ranks', () => {
  const notes = Array.from({ length: 13 }, (_, rank) => noteOf(rank));
  expect(notes).toEqual([...notes].sort((a, b) => a - b));
  expect(notes[5]! / notes[0]!).toBeCloseTo(2);
});

/** A browser that lets the page be heard once it is told to, and how many parts of sounds were scheduled. */
function silentBrowser() {
  const waiting: (() => void)[] = [];
  const scheduled = vi.fn();
  const audio = {
    state: 'suspended',
    currentTime: 0,
    sampleRate: 1_000,
    resume: () => new Promise<void>((resolve) => void waiting.push(resolve)),
  };
  const param = { value: 0, setValueAtTime: vi.fn(), linearRampToValueAtTime: vi.fn() };
  class AudioNode {
    gain = { ...param, exponentialRampToValueAtTime: vi.fn() };
    frequency = param;
    start = scheduled;
    stop = vi.fn();
    connect = (next: unknown) => next;
    getChannelData = () => [];
  }
  vi.stubGlobal('AudioContext', function AudioContext() {
    return audio;
  });
  for (const name of ['Gain', 'AudioBufferSource', 'BiquadFilter', 'Oscillator']) {
    vi.stubGlobal(`${name}Node`, AudioNode);
  }
  vi.stubGlobal('AudioBuffer', AudioNode);
  const begin = (state: string) => {
    audio.state = state;
    for (const resolve of waiting.splice(0)) resolve();
    return vi.advanceTimersByTimeAsync(0);
  };
  return { scheduled, begin };
}

test('P11: what was played while nothing could be heard does not sound together with the first tap', async () => {
  vi.useFakeTimers();
  vi.resetModules();
  const { scheduled, begin } = silentBrowser();
  const { play } = await import('./sounds.ts');
  for (let n = 0; n < 3; n++) void play('moved');
  await vi.advanceTimersByTimeAsync(5_000);
  void play('begins');
  await begin('running');
  // The two tones of the last one alone.
  expect(scheduled).toHaveBeenCalledTimes(2);

  // As on a phone that a call comes in on.
  await begin('interrupted');
  void play('won');
  await vi.advanceTimersByTimeAsync(60_000);
  await begin('running');
  expect(scheduled).toHaveBeenCalledTimes(2);
  void play('ended');
  expect(scheduled).toHaveBeenCalledTimes(4);
});
