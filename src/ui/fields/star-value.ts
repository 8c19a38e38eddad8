export const MOST_STARS = 5
export const LEAST_STARS = 0.5
const STEP = 0.5

/** The gap between two stars as a share of a star's width: 6 px next to 40 px. */
const GAP_SHARE = 6 / 40

function clampStars(value: number): number {
  return Math.min(MOST_STARS, Math.max(LEAST_STARS, value))
}

/** Returns how much of the star at an index is filled. */
export function starFill(value: number, index: number): 'none' | 'half' | 'full' {
  const left = value - index
  if (left >= 1) return 'full'
  return left >= STEP ? 'half' : 'none'
}

/** Returns the rating at a position. `x` is measured from the left edge of a row with this width. */
export function starsAt(x: number, width: number, isRtl: boolean): number {
  const fromStart = isRtl ? width - x : x
  const star = width / (MOST_STARS + (MOST_STARS - 1) * GAP_SHARE)
  const pitch = star * (1 + GAP_SHARE)
  const index = Math.floor(fromStart / pitch)
  const within = fromStart - index * pitch
  return clampStars(index + (within < star / 2 ? STEP : 1))
}

/** Returns the rating after a key press. Returns null for keys that a slider ignores. */
export function starsAfterKey(key: string, value: number, isRtl: boolean): number | null {
  switch (key) {
    case 'ArrowUp':
      return clampStars(value + STEP)
    case 'ArrowDown':
      return clampStars(value - STEP)
    case 'ArrowRight':
      return clampStars(value + (isRtl ? -STEP : STEP))
    case 'ArrowLeft':
      return clampStars(value + (isRtl ? STEP : -STEP))
    case 'PageUp':
      return clampStars(value + 1)
    case 'PageDown':
      return clampStars(value - 1)
    case 'Home':
      return LEAST_STARS
    case 'End':
      return MOST_STARS
    default:
      return null
  }
}
