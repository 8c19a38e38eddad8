/**
 * Returns a number from 0 up to but not including 1. The number depends only on the arguments, so that each row can be
 * generated without the rows before it.
 */
export function randomAt(series: number, index: number): number {
  return mix(series, index) / 4_294_967_296
}

export function randomIntAt(series: number, index: number, below: number): number {
  return Math.floor(randomAt(series, index) * below)
}

/** Returns an id of 24 letters and digits, as scattered as the shop's own ids. */
export function idAt(series: number, index: number): string {
  let id = ''
  for (let part = 0; part < 4; part++) {
    id += (mix(series * 31 + part + 1, index) % sixLetters).toString(36).padStart(6, '0')
  }
  return id
}

/** Returns an order or return number of 11 unique letters and digits. */
export function numberAt(series: number, index: number): string {
  const scattered = (mix(series * 31, index) % sixLetters).toString(36).padStart(6, '0')
  return (scattered + index.toString(36).padStart(5, '0')).toUpperCase()
}

const sixLetters = 36 ** 6

/** Mixes the bits in two rounds of the finalizer of murmur3. */
function mix(series: number, index: number): number {
  let state = Math.imul(index + 1, 0x9e3779b1) ^ Math.imul(series + 1, 0x85ebca6b)
  for (let round = 0; round < 2; round++) {
    state = Math.imul(state ^ (state >>> 16), 0x85ebca6b)
    state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35)
    state = (state ^ (state >>> 16)) + series
  }
  return state >>> 0
}
