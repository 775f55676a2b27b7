/** A set of whole numbers from 0 to 2³² − 2: open addressing, doubled up to a limit of memory. */
export interface KeySet {
  /** Adds a key. False if it was there already, or the set is full. */
  add(key: number): boolean;
  readonly isFull: boolean;
}

const FIRST_SLOTS = 1 << 4;
const BYTES_PER_SLOT = 4;
const LOAD = 0.6;

export function createKeySet(memoryBytes: number): KeySet {
  // Keys are kept plus one, so that zero is an empty slot.
  let slots = new Uint32Array(FIRST_SLOTS);
  let size = 0;
  let isFull = false;

  function slotOf(stored: number): number {
    const mask = slots.length - 1;
    const mixed = Math.imul(stored, 0x9e3779b1);
    let slot = (mixed ^ (mixed >>> 15)) & mask;
    for (let held = slots[slot]; held !== 0 && held !== stored; held = slots[slot]) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  function grow(): void {
    const old = slots;
    slots = new Uint32Array(old.length * 2);
    for (const stored of old) if (stored !== 0) slots[slotOf(stored)] = stored;
  }

  return {
    add(key) {
      const stored = key + 1;
      if (slots[slotOf(stored)] === stored) return false;
      if (size >= slots.length * LOAD) {
        isFull = slots.length * 3 * BYTES_PER_SLOT > memoryBytes;
        if (isFull) return false;
        grow();
      }
      slots[slotOf(stored)] = stored;
      size++;
      return true;
    },
    get isFull() {
      return isFull;
    },
  };
}
