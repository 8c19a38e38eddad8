import { showDay } from '#web/i18n/figures.ts'
import { useLanguage } from '#web/i18n/use-t.ts'

/** The day of a moment on the wire, in the words of the page's language. */
export function Day({ children }: { children: string }) {
  const day = children.slice(0, 10)
  return (
    // The browser may know a newer way to write a date than the server.
    <time dateTime={day} translate="no" suppressHydrationWarning>
      {showDay(day, useLanguage())}
    </time>
  )
}
