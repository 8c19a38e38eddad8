export type CountdownParts = { days: number; hours: number; minutes: number; seconds: number }

/** Returns the whole seconds left, `elapsedMs` after the countdown was at `seconds`. */
export function secondsLeft(seconds: number, elapsedMs: number): number {
  return Math.max(0, Math.ceil(seconds - Math.max(0, elapsedMs) / 1000))
}

/** Returns the milliseconds until the shown number changes. */
export function untilNextSecond(seconds: number, elapsedMs: number): number {
  const left = seconds * 1000 - Math.max(0, elapsedMs)
  const rest = left % 1000
  return rest > 0 ? rest : 1000
}

export function splitSeconds(total: number): CountdownParts {
  const whole = Math.max(0, Math.floor(total))
  return {
    days: Math.floor(whole / 86_400),
    hours: Math.floor((whole % 86_400) / 3600),
    minutes: Math.floor((whole % 3600) / 60),
    seconds: whole % 60,
  }
}

export function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
