import { useMemo } from 'react'
import { showDay } from '#web/i18n/figures.ts'
import { useLanguage } from '#web/i18n/use-t.ts'

/** The day of a moment on the wire, in the words of the page's language. */
export function Day({ children }: { children: string }) {
  const day = children.slice(0, 10)
  const language = useLanguage()
  const words = useMemo(() => readWritten(day) ?? showDay(day, language), [day, language])
  return (
    <time dateTime={day} translate="no">
      {words}
    </time>
  )
}

/** As the page already has it: a browser's first use of its tables of dates takes a slow phone a tenth of a second. */
function readWritten(day: string): string | undefined {
  if (typeof document === 'undefined') return undefined
  return document.querySelector(`time[datetime="${day}"]`)?.textContent || undefined
}
