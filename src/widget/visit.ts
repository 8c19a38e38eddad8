let timesLeft = 0
// A page that the browser kept comes back with its timers: what was to happen before it was left must not happen then.
if (typeof window !== 'undefined') window.addEventListener('pagehide', () => timesLeft++)

export function readVisit(): string {
  return `${timesLeft} ${location.href}`
}
