import styles from './short-text.module.css'

/** A name or an address in a table cell: cut where it is long, so that the table fits the window; its whole text is the tooltip. */
export function ShortText({ children }: { children: string }) {
  return (
    <bdi className={styles.text} title={children}>
      {children}
    </bdi>
  )
}
