/** `words` are those of the page's language; the console has none. */
type Start = { entry: string; libraries: string[]; code: string[]; words?: string }

/** The one script inside a page: it hears taps until the page's code does, and fetches that code. */
export function writeStart(files: Start): string {
  return `(${keepEarlyTaps})();(${fetchCode})(${JSON.stringify(files)},${fetchFonts})`
}

/**
 * Runs before anything is seen: a page that the browser shows again to somebody else than it was rendered for is loaded anew, and
 * whoever has the fonts already sees it in them from the start.
 */
export function writeGuard(member: string): string {
  return `(${guardPerson})(${JSON.stringify(member).replaceAll('<', '\\u003c')});(${useKnownFonts})()`
}

function useKnownFonts(): void {
  // Browsers that keep nothing say so by an error.
  try {
    if (sessionStorage.fonts) document.documentElement.removeAttribute('data-fonts')
  } catch {}
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
 * Until the fonts are there, texts stand in a face of the same measures. To change the face of all of them at once would keep a slow
 * phone busy for a tenth of a second: the page changes part by part, each in a frame of its own. Resolves once all of it has changed, or
 * will not.
 */
function fetchFonts(): Promise<void> {
  const page = document.documentElement
  if (!page.hasAttribute('data-fonts')) return Promise.resolve()
  const mostInStep = 30
  // While the code's files come in, the processor is busy with them.
  const pauseMs = 100
  const steps: Element[][] = []
  let room = 0
  const plan = (part: Element) => {
    const size = part.getElementsByTagName('*').length
    if (size > mostInStep) {
      for (let inner = part.firstElementChild; inner; inner = inner.nextElementSibling) plan(inner)
      // What only holds the others comes with the last of them: left to the end, all of these at once lay out the whole page anew.
      steps.at(-1)?.push(part)
      return
    }
    if (size > room) {
      steps.push([])
      room = mostInStep
    }
    steps.at(-1)?.push(part)
    room -= size + 1
  }
  const change = (changed: () => void) => {
    const changeNext = () => {
      const step = steps.shift()
      for (const part of step ?? []) part.setAttribute('data-fonts', 'there')
      // Every other frame: the one before is still being painted, and would share the processor with the next part.
      if (step) requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(changeNext)))
      else {
        // What belongs to no part, and whatever comes later.
        page.removeAttribute('data-fonts')
        changed()
      }
    }
    // A page that nobody looks at has no frames.
    if (!document.hidden) plan(document.body)
    changeNext()
  }
  return Promise.all(['1em "Figtree Variable"', '1em Marcellus'].map((font) => document.fonts.load(font)))
    .then(() => {
      const changed = new Promise<void>((resolve) => setTimeout(change, pauseMs, resolve))
      sessionStorage.fonts = 1
      return changed
    })
    .catch(() => {})
}

/**
 * The page's fonts and its code are fetched once its words and pictures are on the screen: on a slow line they would share it with them.
 * A page that nobody looks at yet paints nothing, and waits for nothing.
 */
function fetchCode({ entry, libraries, code, words }: Start, fetchFonts: () => Promise<void>): void {
  const announce = (link: Partial<HTMLLinkElement>) =>
    document.head.append(Object.assign(document.createElement('link'), link))
  const touched = new Promise((resolve) => {
    for (const touch of ['pointerdown', 'keydown']) addEventListener(touch, resolve, { once: true })
  })
  const mostWaitMs = 1000
  const betweenMs = 10
  let isGone = false
  const go = () => {
    if (isGone) return
    isGone = true
    // One after the other: painting each part anew would take the processor from the code that starts meanwhile. Nobody who has touched
    // the page waits for that, and nobody on a slow line, where fonts come before the code or late.
    const isTime = Promise.race([fetchFonts(), touched, new Promise((resolve) => setTimeout(resolve, mostWaitMs))])
    const links: Partial<HTMLLinkElement>[] = [...libraries, ...code, entry].map((href) => ({
      rel: 'modulepreload',
      href,
    }))
    if (words) links.unshift({ id: 'words', rel: 'preload', as: 'fetch', crossOrigin: 'anonymous', href: words })
    // With time in between: all at once they keep a slow phone busy for longer than a finger notices. Code that does not wait for the
    // fonts asks for its files itself.
    links.forEach((link, at) => {
      setTimeout(announce, at * betweenMs, link)
    })
    // Libraries first, each by itself: in one piece, or with the rest, they would keep a slow phone from scrolling.
    const start = [...libraries, entry].reduce<Promise<unknown>>(
      (before, href) => before.then(() => new Promise((resolve) => setTimeout(resolve))).then(() => import(href)),
      isTime,
    )
    // A line that broke in between leaves a page that can be read; it is hydrated when the line is back. Files that a new release
    // has taken away come with that release's page: it is asked for once.
    start.catch(() => {
      addEventListener('online', () => location.reload())
      if (!navigator.onLine || Date.now() - Number(sessionStorage.reloaded_for_code ?? 0) < 60_000) return
      sessionStorage.reloaded_for_code = Date.now()
      fetch('/healthz').then(({ ok }) => ok && location.reload())
    })
  }
  const goAfterPictures = () => {
    const pictures = [...document.images].filter(({ loading }) => loading !== 'lazy')
    // One that does not come, or that is heavy, does not keep the page from answering taps.
    setTimeout(go, 1500)
    Promise.allSettled(pictures.map((picture) => picture.decode())).then(() =>
      requestAnimationFrame(() => setTimeout(go)),
    )
  }
  if (document.hidden) go()
  new PerformanceObserver(goAfterPictures).observe({ type: 'paint', buffered: true })
  // For browsers that do not report paints.
  addEventListener('load', () => setTimeout(go, 500))
}
