/** Writes the script at the end of a page: it keeps early taps until the page's code hears them, and loads that code. */
export function writeStart(entry: string): string {
  return `(${keepEarlyTaps})();(${loadCode})(${JSON.stringify(entry)})`
}

/** Writes the script that runs before anything is seen: it loads a page anew that the browser shows to another person than it was rendered for. */
export function writeGuard(member: string): string {
  return `(${guardPerson})(${JSON.stringify(member).replaceAll('<', '\\u003c')})`
}

function guardPerson(member: string): void {
  const read = () => /(?:^|; )member_id=([^;]*)/.exec(document.cookie)?.[1] ?? ''
  let person: string | null = member
  const look = (isBack: boolean) => {
    if (!isBack || read() === person) return
    document.documentElement.hidden = true
    location.reload()
  }
  const [visit] = performance.getEntriesByType('navigation')
  look((visit as PerformanceNavigationTiming | undefined)?.type === 'back_forward')
  addEventListener('session-end', () => {
    person = null
  })
  // Somebody may have signed in on the page itself.
  addEventListener('pagehide', () => {
    if (person !== null) person = read()
  })
  addEventListener('pageshow', (event) => look(event.persisted))
}

/**
 * Taps on a page that is not hydrated yet are done once it is. One that shows nothing is tapped again: each control counts once.
 * Links and folds need no code of ours.
 */
function keepEarlyTaps(): void {
  const tapped = new Set<HTMLElement>()
  const keepTap = (event: Event) => {
    const control = (event.target as Element).closest<HTMLElement>('button,[type=checkbox],[type=radio]')
    if (!control) return
    event.preventDefault()
    event.stopImmediatePropagation()
    tapped.delete(control)
    tapped.add(control)
    control.dataset.tapped = ''
  }
  const replayTaps = () => {
    removeEventListener('click', keepTap, true)
    for (const control of tapped) {
      // As a finger does it, and in two steps: the first makes React hydrate this part of the page, which then reads what was typed so far.
      setTimeout(() => control.dispatchEvent(new MouseEvent('mouseup', { bubbles: true })))
      setTimeout(() => {
        delete control.dataset.tapped
        control.click()
      })
    }
  }
  addEventListener('click', keepTap, true)
  addEventListener('hydrated', replayTaps, { once: true })
}

/**
 * Loads the page's code. A connection that breaks leaves a page that can be read; the page is loaded again when the connection is back.
 * A new release may have removed the files: its page is then asked for once.
 */
function loadCode(entry: string): void {
  import(entry).catch(() => {
    addEventListener('online', () => location.reload())
    if (!navigator.onLine || Date.now() - Number(sessionStorage.reloaded_for_code ?? 0) < 60_000) return
    sessionStorage.reloaded_for_code = Date.now()
    fetch('/healthz').then(({ ok }) => ok && location.reload())
  })
}
