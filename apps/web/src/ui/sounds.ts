/** Short sounds of cards on felt, made of filtered noise and few tones: nothing to fetch, nothing to licence. */

/** A tone: its pitch in hertz, where it goes, when it begins and how long it lasts in seconds, and how loud it is. */
interface Tone {
  readonly hz: number;
  readonly toHz?: number;
  readonly at?: number;
  readonly seconds: number;
  readonly volume: number;
}

/** Noise through a filter, at its frequency in hertz. */
interface Rustle extends Omit<Tone, 'toHz'> {
  readonly filter: 'lowpass' | 'bandpass';
}

type Part = Tone | Rustle;

/** A card laid on felt: the paper, and the table under it. */
const PLACE: readonly Part[] = [
  { filter: 'lowpass', hz: 1_100, seconds: 0.055, volume: 0.5 },
  { hz: 110, seconds: 0.04, volume: 0.22 },
];
const LIFT: Rustle = { filter: 'bandpass', hz: 2_200, seconds: 0.03, volume: 0.4 };

const SOUNDS = {
  moved: PLACE,
  home: PLACE,
  lifted: [LIFT],
  undone: [LIFT, ...PLACE.map((part) => ({ ...part, at: 0.05 }))],
  refused: [
    { filter: 'lowpass', hz: 500, seconds: 0.09, volume: 0.5 },
    { hz: 90, seconds: 0.1, volume: 0.2 },
  ],
  won: [523, 659, 784, 1047].map((hz, n) => ({ hz, at: n * 0.11, seconds: 0.3, volume: 0.1 })),
  ended: [
    { hz: 392, seconds: 0.18, volume: 0.1 },
    { hz: 294, at: 0.16, seconds: 0.3, volume: 0.1 },
  ],
  begins: [
    { hz: 660, seconds: 0.12, volume: 0.14 },
    { hz: 880, at: 0.16, seconds: 0.22, volume: 0.14 },
  ],
} satisfies Readonly<Record<string, readonly Part[]>>;

export type Sound = keyof typeof SOUNDS;
export type Volume = 'quiet' | 'normal' | 'loud';

const LOUDNESS: Readonly<Record<Volume, number>> = { quiet: 0.35, normal: 1, loud: 2 };

/** A scale without halftones, in which no two notes clash: C D E G A. */
const PENTATONIC = [0, 2, 4, 7, 9];
const C_HZ = 262;

/** The note of a card that comes home: the higher its rank, the higher. */
export function noteOf(rank: number): number {
  const octave = Math.floor(rank / PENTATONIC.length);
  const halftones = 12 * octave + (PENTATONIC[rank % PENTATONIC.length] ?? 0);
  return C_HZ * 2 ** (halftones / 12);
}

/** A sound that begins later than this belongs to nothing that is seen any more. */
const LATE_MS = 400;

let context: AudioContext | undefined;
let noise: AudioBuffer | undefined;

/**
 * Plays a sound, where the browser lets the page be heard.
 *
 * The clock of a context that is not running stands still: what is scheduled then waits for the first tap, or the end of
 * a call, and sounds with all that waited with it. So it is scheduled once it runs, if that is soon.
 * @param rank of the card that came home, from 0
 */
export async function play(sound: Sound, volume: Volume = 'normal', rank?: number): Promise<void> {
  try {
    const audio = (context ??= new AudioContext());
    const asked = performance.now();
    if (audio.state !== 'running') await audio.resume();
    if (performance.now() - asked > LATE_MS) return;
    const parts: readonly Part[] = SOUNDS[sound];
    const note: readonly Part[] =
      rank === undefined ? [] : [{ hz: noteOf(rank), at: 0.02, seconds: 0.22, volume: 0.09 }];
    for (const part of [...parts, ...note]) sing(audio, part, LOUDNESS[volume]);
  } catch {
    // No sound here, then.
  }
}

function sing(audio: AudioContext, part: Part, loudness: number): void {
  const { hz, at = 0, seconds, volume } = part;
  const begins = audio.currentTime + at;
  const ends = begins + seconds;
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(0, begins);
  gain.gain.linearRampToValueAtTime(volume * loudness, begins + 0.004);
  gain.gain.exponentialRampToValueAtTime(0.0001, ends);
  gain.connect(audio.destination);
  if ('filter' in part) {
    noise ??= whiteNoise(audio);
    const source = new AudioBufferSourceNode(audio, { buffer: noise });
    source.connect(new BiquadFilterNode(audio, { type: part.filter, frequency: hz })).connect(gain);
    source.start(begins);
    source.stop(ends + 0.02);
    return;
  }
  const source = new OscillatorNode(audio, { type: 'sine', frequency: hz });
  source.frequency.linearRampToValueAtTime(part.toHz ?? hz, ends);
  source.connect(gain);
  source.start(begins);
  source.stop(ends + 0.02);
}

const NOISE_SECONDS = 0.2;

function whiteNoise(audio: AudioContext): AudioBuffer {
  const length = Math.ceil(NOISE_SECONDS * audio.sampleRate);
  const buffer = new AudioBuffer({ length, sampleRate: audio.sampleRate });
  const samples = buffer.getChannelData(0);
  for (let n = 0; n < length; n++) samples[n] = 2 * Math.random() - 1;
  return buffer;
}
