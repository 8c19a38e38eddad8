import styles from './rich-text.module.css'

/** Renders a text of staff from the server's HTML, so that browsers load no parser. */
export function RichText({ html }: { html: string }) {
  // A text of staff may have another direction than the page.
  // biome-ignore lint/security/noDangerouslySetInnerHtml: `renderMarkdown` escapes all HTML in the text.
  return <div className={styles.text} dir="auto" dangerouslySetInnerHTML={{ __html: html }} />
}
