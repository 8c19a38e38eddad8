/**
 * The script in the head of a page. It reloads a page that the browser shows to another person than it was rendered for. `data-member` of
 * its element is the customer of the page, as the cookie spells it.
 */
;(() => {
  const read = () => /(?:^|; )member_id=([^;]*)/.exec(document.cookie)?.[1] ?? ''
  let person: string | null | undefined = document.currentScript?.dataset.member
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
})()
