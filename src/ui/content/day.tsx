import { showDay } from '../i18n/figures.ts'
import { useLanguage } from '../i18n/use-t.ts'

/** The day of a moment on the wire, in the words of the page's language. A browser whose words differ keeps those of the server. */
export function Day({ children }: { children: string }) {
  const day = children.slice(0, 10)
  const language = useLanguage()
  return (
    <time dateTime={day} dir="auto" translate="no" suppressHydrationWarning>
      {showDay(day, language)}
    </time>
  )
}
