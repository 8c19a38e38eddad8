// The script at the end of a page. It keeps early taps until the page is hydrated, and loads the code that `data-entry` of its element names.

;(() => {
  const entry = document.currentScript?.dataset.entry ?? ''

  // Taps on a page that is not hydrated yet are done once it is. A control that is tapped again counts once.
  // Links and folds need no code of ours.
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

  // A connection that breaks leaves a page that can be read; the page is loaded again when the connection is back.
  // A new release may have removed the files: its page is then asked for once.
  import(/* @vite-ignore */ entry).catch(() => {
    addEventListener('online', () => location.reload())
    if (!navigator.onLine || Date.now() - Number(sessionStorage.reloaded_for_code ?? 0) < 60_000) return
    sessionStorage.reloaded_for_code = Date.now()
    fetch('/healthz').then(({ ok }) => ok && location.reload())
  })
})()
