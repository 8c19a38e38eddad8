const FAR_PX = 96
const FLICK_PX_PER_MS = 0.5
const FLICK_MIN_PX = 24

/** Whether a pull of this distance and time means 'away with it'. */
export function shouldDragClose(distance: number, milliseconds: number): boolean {
  if (distance >= FAR_PX) return true
  return distance >= FLICK_MIN_PX && distance / Math.max(milliseconds, 1) >= FLICK_PX_PER_MS
}
