import { Bold, Heading, Image, Italic, Link, List, type LucideIcon, Quote, Table } from 'lucide-react'
import { useRef, useState } from 'react'
import { Segmented } from '#console/ui/buttons/segmented.tsx'
import { Refusal } from '#console/ui/content/note.tsx'
import { joinClasses } from '#ui/content/join-classes.ts'
import { applyMark, type Mark } from './markdown-marks.rules.ts'
import { MarkdownPreview } from './markdown-preview.tsx'
import styles from './text-editor.module.css'

const marks: { mark: Mark; name: string; icon: LucideIcon }[] = [
  { mark: 'heading', name: 'Heading', icon: Heading },
  { mark: 'bold', name: 'Bold', icon: Bold },
  { mark: 'italic', name: 'Italic', icon: Italic },
  { mark: 'link', name: 'Link', icon: Link },
  { mark: 'list', name: 'List', icon: List },
  { mark: 'quote', name: 'Quote', icon: Quote },
  { mark: 'table', name: 'Table', icon: Table },
  { mark: 'picture', name: 'Picture', icon: Image },
]
type View = 'write' | 'both' | 'read'
const views: { value: View; name: string }[] = [
  { value: 'write', name: 'Write' },
  { value: 'both', name: 'Split' },
  { value: 'read', name: 'Preview' },
]
const longest = 100_000

type Props = {
  title: string
  value: string
  onChange: (value: string) => void
  error?: string | null | undefined
  isReadOnly: boolean
  lang: string
  dir: 'ltr' | 'rtl'
}

/** Renders a Markdown editor with its preview. A narrow window shows either the editor or the preview. */
export function TextEditor({ title, value, onChange, error, isReadOnly, lang, dir }: Props) {
  const [view, setView] = useState<View>(isReadOnly ? 'read' : 'both')
  const area = useRef<HTMLTextAreaElement>(null)
  function insertMark(mark: Mark) {
    const box = area.current
    if (!box) return
    const marked = applyMark({ text: value, start: box.selectionStart, end: box.selectionEnd }, mark)
    if (marked.text.length > longest) return
    onChange(marked.text)
    box.focus()
    // The browser moves the cursor to the end of a changed text, so the selection is restored afterwards.
    requestAnimationFrame(() => box.setSelectionRange(marked.start, marked.end))
  }
  return (
    <section className={styles.editor} aria-label="Text">
      <div className={styles.bar}>
        {!isReadOnly && <Toolbar isOff={view === 'read'} onInsertMark={insertMark} />}
        <span className={styles.count}>{countWords(value)}</span>
        <div className={joinClasses(styles.views, view === 'both' && styles.isBoth)}>
          <Segmented label="The text" parts={views} value={view} onChange={setView} />
        </div>
      </div>
      <Refusal problem={error ?? null} />
      <div className={joinClasses(styles.panes, styles[view])}>
        {view !== 'read' && (
          <textarea
            ref={area}
            aria-label="Text, in Markdown"
            aria-invalid={error ? true : undefined}
            className={styles.source}
            readOnly={isReadOnly}
            maxLength={longest}
            spellCheck
            lang={lang}
            dir={dir}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
        {view !== 'write' && <MarkdownPreview title={title} text={value} lang={lang} dir={dir} />}
      </div>
    </section>
  )
}

function Toolbar({ isOff, onInsertMark }: { isOff: boolean; onInsertMark: (mark: Mark) => void }) {
  return (
    <div role="toolbar" aria-label="Formatting" className={joinClasses(styles.marks, isOff && styles.idle)}>
      {marks.map(({ mark, name, icon: Drawing }) => (
        <button
          key={mark}
          type="button"
          className={styles.mark}
          aria-label={name}
          title={name}
          disabled={isOff}
          onClick={() => onInsertMark(mark)}
        >
          <Drawing size={16} strokeWidth={1.75} aria-hidden />
        </button>
      ))}
    </div>
  )
}

function countWords(text: string): string {
  const count = text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
  return `${count} ${count === 1 ? 'word' : 'words'}`
}
