import { formatDay } from '../i18n/format-values.ts'
import { useLanguage } from '../i18n/use-t.ts'

/** Renders the day of a wire time in the page's language. If the browser's format differs, the server's text stays. */
export function Day({ children }: { children: string }) {
  const day = children.slice(0, 10)
  const language = useLanguage()
  return (
    <time dateTime={day} dir="auto" translate="no" suppressHydrationWarning>
      {formatDay(day, language)}
    </time>
  )
}
