/**
 * Scrolls the first invalid field into view together with its message and focuses it, once the messages are rendered.
 * Focus alone would leave the message hidden behind the bar at the lower edge.
 */
export function focusFirstInvalid(form: HTMLElement | null): void {
  requestAnimationFrame(() => {
    const field = form?.querySelector<HTMLElement>('[aria-invalid=true], [data-invalid]')
    if (!field) return
    const frame = document.getElementById(`${field.id}-label`)?.parentElement ?? field
    const hasReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
    frame.scrollIntoView({ behavior: hasReducedMotion ? 'instant' : 'smooth', block: 'nearest' })
    field.focus({ preventScroll: true })
  })
}
