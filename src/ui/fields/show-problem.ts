/**
 * After the messages are there: the first field that is wrong comes into view together with what is said about it, and
 * takes the focus. Focus by itself would leave the message under the bar at the lower edge.
 */
export function showProblem(form: HTMLElement | null): void {
  requestAnimationFrame(() => {
    const field = form?.querySelector<HTMLElement>('[aria-invalid=true], [data-invalid]')
    if (!field) return
    const frame = document.getElementById(`${field.id}-label`)?.parentElement ?? field
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
    frame.scrollIntoView({ behavior: isCalm ? 'instant' : 'smooth', block: 'nearest' })
    field.focus({ preventScroll: true })
  })
}
