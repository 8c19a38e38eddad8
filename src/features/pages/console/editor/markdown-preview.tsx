import { useDeferredValue, useEffect, useState } from 'react'
import { Refusal } from '#console/ui/content/note.tsx'
import styles from './markdown-preview.module.css'

type Props = { title: string; text: string; lang?: string | undefined; dir?: 'ltr' | 'rtl' | undefined }
type Render = (text: string) => string

/** Renders a text as shoppers see it. The code that renders Markdown is loaded on first use. */
export function MarkdownPreview({ title, text, lang, dir }: Props) {
  const [render, setRender] = useState<Render | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  // The deferred value keeps fast typing smooth.
  const shown = useDeferredValue(text)
  useEffect(() => {
    let isHere = true
    import('#features/settings/markdown.rules.ts').then(
      ({ renderMarkdown }) => isHere && setRender(() => renderMarkdown),
      () => isHere && setProblem('No connection. The text is still here; please try again.'),
    )
    return () => {
      isHere = false
    }
  }, [])
  return (
    <section
      aria-label="Preview"
      className={styles.read}
      lang={lang}
      dir={dir ?? 'auto'}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard.
      tabIndex={0}
    >
      <Refusal problem={problem} />
      {title && <p className={styles.title}>{title}</p>}
      {render && (
        <div
          className={styles.text}
          // Links open in a new tab, so that trying a link does not lose the text.
          // biome-ignore lint/security/noDangerouslySetInnerHtml: `renderMarkdown` escapes all HTML in the text.
          dangerouslySetInnerHTML={{ __html: render(shown).replaceAll('<a href=', '<a target="_blank" href=') }}
        />
      )}
    </section>
  )
}
