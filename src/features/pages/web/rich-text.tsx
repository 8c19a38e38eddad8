import { type Block, readMarkup } from '../pages.rules.ts'
import styles from './rich-text.module.css'

/** A text that staff wrote, as headings, paragraphs and lists. */
export function RichText({ body }: { body: string }) {
  return (
    // In its own direction, whichever language the page around it has.
    <div className={styles.text} dir="auto">
      {keyed(readMarkup(body)).map(({ key, block }) => (
        <Part key={key} block={block} />
      ))}
    </div>
  )
}

function Part({ block }: { block: Block }) {
  if (block.kind === 'heading') return <h2 className={styles.heading}>{block.text}</h2>
  if (block.kind === 'paragraph') return <p>{block.text}</p>
  return (
    <ul className={styles.list}>
      {block.entries.map((entry) => (
        <li key={entry}>{entry}</li>
      ))}
    </ul>
  )
}

/** The text never changes while it is shown, so a block's place is its name. */
function keyed(blocks: Block[]) {
  return blocks.map((block, at) => ({ key: `${at}-${block.kind}`, block }))
}
