export type Random = {
  /** Returns a number from 0 up to but not including 1. */
  next: () => number
  /** Returns a whole number between the ends, both included. */
  int: (from: number, to: number) => number
  pick: <T>(list: readonly T[]) => T
  chance: (share: number) => boolean
}

/** Creates a seeded random generator (mulberry32), so that every load gives the same demo. */
export function createRandom(seed: number): Random {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const int = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  return {
    next,
    int,
    pick: <T>(list: readonly T[]) => list[int(0, list.length - 1)] as T,
    chance: (share) => next() < share,
  }
}
