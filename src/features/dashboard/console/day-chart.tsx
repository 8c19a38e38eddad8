import { useId } from 'react'
import { formatShortDay } from '#console/ui/format/day.rules.ts'
import styles from './day-chart.module.css'
import { computeScaleMax, hasLabel } from './figures.rules.ts'

type Props = {
  title: string
  days: { date: string; value: number }[]
  format: (value: number) => string
}

const width = 720
const height = 160
const foot = 20

/**
 * Renders a bar chart by day with a labeled scale, and a table with the values of the chart. The chart does not depend
 * on color. The time axis runs from left to right in every language.
 */
export function DayChart({ title, days, format }: Props) {
  const id = useId()
  const top = computeScaleMax(Math.max(...days.map((day) => day.value), 0))
  const step = width / Math.max(days.length, 1)
  const heightOf = (value: number) => (Math.max(value, 0) / top) * (height - foot)
  const highest = days.reduce((best, day) => (day.value > best.value ? day : best), days[0] ?? { date: '', value: 0 })
  return (
    <figure className={styles.chart} aria-labelledby={id}>
      <figcaption id={id} className={styles.title}>
        {title}
        <span className={styles.most}>
          {highest.value > 0
            ? `Highest: ${format(highest.value)} on ${formatDay(highest.date)}`
            : 'None in this period'}
        </span>
      </figcaption>
      <div className={styles.drawing} dir="ltr">
        <span className={styles.top}>{highest.value > 0 ? format(top) : format(0)}</span>
        <svg viewBox={`0 0 ${width} ${height}`} className={styles.bars} preserveAspectRatio="none" aria-hidden>
          {[0, 0.5].map((part) => (
            <line
              key={part}
              x1="0"
              x2={width}
              y1={part * (height - foot)}
              y2={part * (height - foot)}
              className={styles.line}
            />
          ))}
          {days.map(({ date, value }, at) => (
            <rect
              key={date}
              x={at * step + step * 0.15}
              width={step * 0.7}
              y={height - foot - heightOf(value)}
              height={heightOf(value)}
              className={styles.bar}
            >
              <title>{`${formatDay(date)}: ${format(value)}`}</title>
            </rect>
          ))}
          <line x1="0" x2={width} y1={height - foot} y2={height - foot} className={styles.line} />
        </svg>
        <div className={styles.names} aria-hidden>
          {days.map(({ date }, at) => (
            <span key={date}>{hasLabel(at, days.length) && <span>{formatDay(date)}</span>}</span>
          ))}
        </div>
      </div>
      <DayTable {...{ title, days, format }} />
    </figure>
  )
}

/** Renders the values of the chart as a table, for people who cannot see the chart. */
function DayTable({ title, days, format }: Props) {
  return (
    <details className={styles.behind}>
      <summary>Show as table</summary>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">{title}</th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ date, value }) => (
            <tr key={date}>
              <th scope="row">{formatDay(date)}</th>
              <td>{format(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

function formatDay(date: string): string {
  if (!date) return '–'
  return formatShortDay(new Date(date), { timeZone: 'UTC' })
}
