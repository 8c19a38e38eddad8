// The script at the end of a page. The script keeps early taps until the page is hydrated, and loads the module in its
// `data-entry`.

;(() => {
  const entry = document.currentScript?.dataset.entry ?? ''

  // Taps before hydration are stored and repeated after hydration, once per control. Links and `<details>` work without
  // the shop's code.
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
      // `mouseup` makes React hydrate this part of the page and read its typed input. The click follows in a separate task.
      setTimeout(() => control.dispatchEvent(new MouseEvent('mouseup', { bubbles: true })))
      setTimeout(() => {
        delete control.dataset.tapped
        control.click()
      })
    }
  }
  addEventListener('click', keepTap, true)
  addEventListener('hydrated', replayTaps, { once: true })

  // Without the module the page stays readable, and reloads when the browser is online again. The module may also be
  // missing because of a new release. The page then reloads at most once a minute.
  import(/* @vite-ignore */ entry).catch(() => {
    addEventListener('online', () => location.reload())
    if (!navigator.onLine || Date.now() - Number(sessionStorage.reloaded_for_code ?? 0) < 60_000) return
    sessionStorage.reloaded_for_code = Date.now()
    fetch('/healthz').then(({ ok }) => ok && location.reload())
  })
})()
