import { useEffect, useState } from 'react'

/**
 * Focuses the first invalid field of a form after a refusal, so that its message is seen and announced. `isHidden` is
 * true if no visible field is invalid, so that the refusal must be shown elsewhere.
 */
export function useFocusFirstError() {
  const [focusRequest, setFocusRequest] = useState<{ form: HTMLElement | null } | null>(null)
  const [isHidden, setHidden] = useState(false)
  useEffect(() => {
    if (!focusRequest) return
    const place = focusRequest.form ?? [...document.querySelectorAll('dialog[open]')].at(-1) ?? document
    const field = place.querySelector<HTMLElement>('[aria-invalid="true"]')
    setHidden(!field)
    field?.focus({ preventScroll: true })
    field?.scrollIntoView({ block: 'center' })
  }, [focusRequest])
  return {
    isHidden,
    /** Searches `form`. The default is the top dialog, or the page without a dialog. */
    show: (form: HTMLElement | null = null) => setFocusRequest({ form }),
  }
}
