import styles from './rich-text.module.css'

/** A text that staff wrote, as the server rendered it: no browser loads a parser to show it. */
export function RichText({ html }: { html: string }) {
  // In its own direction, whichever language the page around it has.
  // biome-ignore lint/security/noDangerouslySetInnerHtml: `renderMarkdown` lets no HTML of the text through.
  return <div className={styles.text} dir="auto" dangerouslySetInnerHTML={{ __html: html }} />
}
