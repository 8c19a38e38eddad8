import styles from './short-text.module.css'

/**
 * Renders a long name or address in a table cell. The text is cut so that the table fits the window, and the tooltip
 * shows the whole text.
 */
export function ShortText({ children }: { children: string }) {
  return (
    <bdi className={styles.text} title={children}>
      {children}
    </bdi>
  )
}
