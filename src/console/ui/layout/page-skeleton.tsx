import styles from './page-skeleton.module.css'

const rows = Array.from({ length: 12 }, (_, at) => at)

/** Renders the placeholder of a page: a head, and rows of the real height. */
export function PageSkeleton() {
  return (
    <main aria-busy>
      <p className="visually-hidden" role="status">
        Loading …
      </p>
      <div className={styles.head} aria-hidden>
        <i className={styles.title} />
      </div>
      <div className={styles.rows} aria-hidden>
        {rows.map((row) => (
          <div key={row} className={styles.row}>
            <i />
            <i />
            <i />
            <i />
          </div>
        ))}
      </div>
    </main>
  )
}
