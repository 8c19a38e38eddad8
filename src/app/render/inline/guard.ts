/**
 * The script in the head of a page. The script reloads a page from the browser's history if the page was rendered for
 * another customer. `data-member` of the script element is the customer of the page, encoded as in the cookie
 * `member_id`. The script also marks a page whose times are in another time zone than the browser's. `data-zone` is the
 * zone of the page.
 */
;(() => {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  if (timeZone !== document.currentScript?.dataset.zone) document.documentElement.dataset.otherZone = ''
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
  // The visitor may have signed in on this page.
  addEventListener('pagehide', () => {
    if (person !== null) person = read()
  })
  addEventListener('pageshow', (event) => look(event.persisted))
})()
