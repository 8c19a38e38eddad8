import { showDay } from '../i18n/figures.ts'
import { useLanguage } from '../i18n/use-t.ts'

/** Renders the day of a wire time in the page's language. If the browser's format differs, the server's text stays. */
export function Day({ children }: { children: string }) {
  const day = children.slice(0, 10)
  const language = useLanguage()
  return (
    <time dateTime={day} dir="auto" translate="no" suppressHydrationWarning>
      {showDay(day, language)}
    </time>
  )
}
