/** Short sounds, made of tones: nothing to fetch, nothing to licence. */

/** A tone: its pitch in hertz, where it goes, when it begins and how long it lasts in seconds, and how loud it is. */
interface Tone {
  readonly hz: number;
  readonly toHz?: number;
  readonly at?: number;
  readonly seconds: number;
  readonly volume: number;
}

const SOUNDS = {
  moved: [{ hz: 240, toHz: 150, seconds: 0.05, volume: 0.16 }],
  home: [
    { hz: 520, seconds: 0.07, volume: 0.09 },
    { hz: 780, at: 0.05, seconds: 0.1, volume: 0.09 },
  ],
  undone: [{ hz: 170, toHz: 240, seconds: 0.06, volume: 0.12 }],
  refused: [{ hz: 130, toHz: 105, seconds: 0.12, volume: 0.18 }],
  won: [523, 659, 784, 1047].map((hz, n) => ({ hz, at: n * 0.11, seconds: 0.3, volume: 0.1 })),
  ended: [
    { hz: 392, seconds: 0.18, volume: 0.1 },
    { hz: 294, at: 0.16, seconds: 0.3, volume: 0.1 },
  ],
  begins: [
    { hz: 660, seconds: 0.12, volume: 0.14 },
    { hz: 880, at: 0.16, seconds: 0.22, volume: 0.14 },
  ],
} satisfies Readonly<Record<string, readonly Tone[]>>;

export type Sound = keyof typeof SOUNDS;

let context: AudioContext | undefined;

/** Plays a sound, where the browser lets the page be heard. */
export function play(sound: Sound): void {
  try {
    context ??= new AudioContext();
    void context.resume().catch(() => undefined);
    const tones: readonly Tone[] = SOUNDS[sound];
    for (const tone of tones) sing(context, tone);
  } catch {
    // No sound here, then.
  }
}

function sing(audio: AudioContext, { hz, toHz = hz, at = 0, seconds, volume }: Tone): void {
  const begins = audio.currentTime + at;
  const ends = begins + seconds;
  const tone = new OscillatorNode(audio, { type: 'triangle', frequency: hz });
  const loudness = new GainNode(audio, { gain: 0 });
  tone.frequency.linearRampToValueAtTime(toHz, ends);
  loudness.gain.setValueAtTime(0, begins);
  loudness.gain.linearRampToValueAtTime(volume, begins + 0.008);
  loudness.gain.exponentialRampToValueAtTime(0.0001, ends);
  tone.connect(loudness).connect(audio.destination);
  tone.start(begins);
  tone.stop(ends + 0.02);
}
