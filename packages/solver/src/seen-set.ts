/**
 * The positions a search has visited, as 64-bit hashes in two words: open addressing in typed arrays,
 * doubled up to a limit of memory.
 */
export interface SeenSet {
  /** Adds a hash. False if it was there already, or the set is full. */
  add(high: number, low: number): boolean;
  /** Whether a hash was added. */
  has(high: number, low: number): boolean;
  /** Whether a hash did not fit; further ones are not stored. */
  readonly isFull: boolean;
  readonly size: number;
}

const FIRST_SLOTS = 1 << 12;
const BYTES_PER_SLOT = 8;
const LOAD = 0.75;

/**
 * @param memoryBytes limit for all its arrays, including the old ones while it doubles
 */
export function createSeenSet(memoryBytes: number): SeenSet {
  let slots = FIRST_SLOTS;
  let highs = new Uint32Array(slots);
  let lows = new Uint32Array(slots);
  let size = 0;
  let room = Math.floor(slots * LOAD);
  let isFull = false;

  /** The slot that holds the hash, or the empty one where it belongs. */
  function slotOf(high: number, low: number): number {
    const mask = slots - 1;
    let slot = low & mask;
    while ((highs[slot] !== high || lows[slot] !== low) && (highs[slot] || lows[slot])) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  function grow(): void {
    if (slots * 3 * BYTES_PER_SLOT > memoryBytes) {
      isFull = true;
      return;
    }
    const oldHighs = highs;
    const oldLows = lows;
    slots *= 2;
    room = Math.floor(slots * LOAD);
    highs = new Uint32Array(slots);
    lows = new Uint32Array(slots);
    for (let n = 0; n < oldHighs.length; n++) {
      const high = oldHighs[n] ?? 0;
      const low = oldLows[n] ?? 0;
      if (high === 0 && low === 0) continue;
      const slot = slotOf(high, low);
      highs[slot] = high;
      lows[slot] = low;
    }
  }

  return {
    has(highWord, lowWord) {
      const high = highWord >>> 0;
      const slot = slotOf(high, lowWord >>> 0 || (high === 0 ? 1 : 0));
      return Boolean(highs[slot] || lows[slot]);
    },
    add(highWord, lowWord) {
      const high = highWord >>> 0;
      // Two zeros mark an empty slot.
      const low = lowWord >>> 0 || (high === 0 ? 1 : 0);
      const slot = slotOf(high, low);
      if (highs[slot] || lows[slot]) return false;
      if (size >= room) {
        if (!isFull) grow();
        if (isFull) return false;
        return this.add(high, low);
      }
      highs[slot] = high;
      lows[slot] = low;
      size++;
      return true;
    },
    get isFull() {
      return isFull;
    },
    get size() {
      return size;
    },
  };
}
