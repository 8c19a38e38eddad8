import { useState } from 'react'
import { AreaField } from '#console/ui/field.tsx'
import { Refusal } from '#console/ui/note.tsx'
import { Segmented } from '#console/ui/segmented.tsx'
import styles from './text-editor.module.css'

type Props = { value: string; onChange: (value: string) => void; error?: string | null | undefined }

/** A text in Markdown, and how shoppers will read it: by the function that renders it for them, loaded when it is first wanted. */
export function TextEditor({ value, onChange, error }: Props) {
  const [html, setHtml] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  async function read() {
    try {
      const { renderMarkdown } = await import('../markdown.rules.ts')
      setProblem(null)
      // A link that is tried out must not take away what was typed.
      setHtml(renderMarkdown(value).replaceAll('<a href=', '<a target="_blank" href='))
    } catch {
      setProblem('No connection. The text is still here; please try again.')
    }
  }
  const isWriting = html === null
  return (
    <div className={styles.editor}>
      <div className={styles.bar}>
        <span className={styles.count}>{countWords(value)}</span>
        <Segmented
          label="The text"
          parts={[
            { value: 'write', name: 'Write' },
            { value: 'read', name: 'Read' },
          ]}
          value={isWriting ? 'write' : 'read'}
          onChange={(way) => (way === 'write' ? setHtml(null) : read())}
        />
      </div>
      <Refusal problem={problem} />
      {isWriting ? (
        <AreaField
          label="Text"
          hint="Markdown: ## heading, **bold**, [words](/address), - list, | table |"
          rows={14}
          maxLength={100_000}
          className={styles.source}
          value={value}
          onChange={onChange}
          error={error}
        />
      ) : (
        <section
          aria-label="As shoppers read it"
          className={styles.read}
          dir="auto"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard.
          tabIndex={0}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: `renderMarkdown` lets no HTML of the text through.
          dangerouslySetInnerHTML={{ __html: html }}
        />
      )}
    </div>
  )
}

function countWords(text: string): string {
  const count = text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
  return `${count} ${count === 1 ? 'word' : 'words'}`
}
