import { useEffect, useState } from 'react'

/**
 * After a refusal the first wrong field of the form takes the focus, so that its message is seen and read out. `isHidden`: no field
 * on the screen is marked, and the refusal must be said elsewhere.
 */
export function useFirstWrong() {
  const [asked, setAsked] = useState<{ form: HTMLElement | null } | null>(null)
  const [isHidden, setHidden] = useState(false)
  useEffect(() => {
    if (!asked) return
    const place = asked.form ?? [...document.querySelectorAll('dialog[open]')].at(-1) ?? document
    const field = place.querySelector<HTMLElement>('[aria-invalid="true"]')
    setHidden(!field)
    field?.focus({ preventScroll: true })
    field?.scrollIntoView({ block: 'center' })
  }, [asked])
  return {
    isHidden,
    /** Searches `form`. Without one: the dialog on top, or the page. */
    show: (form: HTMLElement | null = null) => setAsked({ form }),
  }
}
