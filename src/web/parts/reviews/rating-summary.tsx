import { joinClasses } from '#ui/content/join-classes.ts'
import { Literal } from '#ui/content/literal.tsx'
import { Stars } from '#ui/fields/star-rating.tsx'
import { formatAverage, formatPercent } from '#ui/i18n/format-values.ts'
import { useLanguage, useT } from '#ui/i18n/use-t.ts'
import styles from './rating-summary.module.css'

export type Rating = { average: number; total: number; distribution: { stars: number; reviews: number }[] }
export type FitShare = { name: string; percent: number }

/** Renders the average rating and its distribution. */
export function RatingSummary({ average, total, distribution }: Rating) {
  const t = useT()
  const language = useLanguage()
  return (
    <div className={styles.summary}>
      <div className={styles.average}>
        <Literal className={styles.number}>{formatAverage(average, language)}</Literal>
        <Stars value={roundToHalf(average)} figure={formatAverage(average, language)} />
        <span className={styles.total}>{t('{total, plural, one {# review} other {# reviews}}', { total })}</span>
      </div>
      <ul className={styles.bars}>
        {distribution.map(({ stars, reviews }) => (
          <li key={stars} className={styles.bar}>
            <span className="visually-hidden">{t('{stars, plural, one {# star} other {# stars}}', { stars })}</span>
            <span aria-hidden="true">
              <Literal>{stars}</Literal>
            </span>
            <span className={styles.track}>
              <svg className={styles.fill} viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
                <rect width={total === 0 ? 0 : (reviews * 100) / total} height="1" fill="currentColor" />
              </svg>
            </span>
            <Literal className={styles.count}>{reviews}</Literal>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Renders the reviewers' opinions about the fit as a bar with three parts. */
export function FitSummary({ shares, verdict }: { shares: FitShare[]; verdict: string | null }) {
  const t = useT()
  const language = useLanguage()
  if (shares.every(({ percent }) => percent === 0)) return null
  return (
    <div className={styles.fit}>
      <p className={styles.fitTitle}>
        <span>{t('How it fits')}</span>
        {verdict && <strong>{t(verdict)}</strong>}
      </p>
      <ul className={styles.fitParts}>
        {shares.map(({ name, percent }) => (
          <li
            key={name}
            className={joinClasses(styles.fitPart, percent > 0 && styles.fitSome, name === verdict && styles.fitMost)}
          >
            <span>{t(name)}</span>
            <Literal>{formatPercent(percent, language)}</Literal>
          </li>
        ))}
      </ul>
    </div>
  )
}

function roundToHalf(value: number): number {
  return Math.round(value * 2) / 2
}
