let timesLeft = 0
// A page from the back/forward cache resumes its timers. Actions planned before the shopper left the page must not run.
if (typeof window !== 'undefined') window.addEventListener('pagehide', () => timesLeft++)

export function readVisit(): string {
  return `${timesLeft} ${location.href}`
}
