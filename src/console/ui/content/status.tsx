import type { ReactNode } from 'react'
import { joinClasses } from '#ui/content/join-classes.ts'
import styles from './status.module.css'

type Tone = 'accent' | 'info' | 'success' | 'warning' | 'danger' | 'ink'
/** The progress from 0 to 1, or the symbol of a final state. */
type Gauge = 0 | 0.25 | 0.5 | 0.75 | 1 | 'pause' | 'tick' | 'cross' | 'dash'
export type StatusBadge = { name: string; tone: Tone; gauge: Gauge }

type Props = {
  badge: StatusBadge
  isLarge?: boolean
  /** Whether the name is hidden because the adjacent text contains it. */
  isNameHidden?: boolean
}

/**
 * Renders a status as a ring that fills with the progress, always with its name, so that it is readable without color.
 */
export function Status({ badge: { name, tone, gauge }, isLarge, isNameHidden }: Props) {
  return (
    <span className={joinClasses(styles.status, styles[tone], isLarge && styles.large)}>
      <svg width="14" height="14" viewBox="0 0 14 14" fill="none" aria-hidden="true">
        {gauge === 'tick' ? (
          <circle cx="7" cy="7" r="6" fill="currentColor" />
        ) : (
          <circle cx="7" cy="7" r="5.25" stroke="currentColor" strokeWidth="1.5" />
        )}
        {drawInside(gauge)}
      </svg>
      {isNameHidden ? <span className="visually-hidden">{name}</span> : name}
    </span>
  )
}

const line = { stroke: 'currentColor', strokeWidth: 1.5, strokeLinecap: 'round' } as const

function drawInside(gauge: Gauge): ReactNode {
  switch (gauge) {
    case 0:
      return null
    case 1:
      return <circle cx="7" cy="7" r="3.4" fill="currentColor" />
    case 'tick':
      return <path d="M4.5 7.2l1.8 1.8 3.3-3.6" {...line} className={styles.tick} strokeLinejoin="round" />
    case 'cross':
      return <path d="M5 5l4 4M9 5l-4 4" {...line} />
    case 'dash':
      return <path d="M4.7 7h4.6" {...line} />
    case 'pause':
      return <path d="M5.6 5v4M8.4 5v4" {...line} />
    default: {
      const radius = 3.4
      const angle = 2 * Math.PI * gauge
      const x = (7 + radius * Math.sin(angle)).toFixed(2)
      const y = (7 - radius * Math.cos(angle)).toFixed(2)
      return (
        <path d={`M7 7V${7 - radius}A${radius} ${radius} 0 ${gauge > 0.5 ? 1 : 0} 1 ${x} ${y}Z`} fill="currentColor" />
      )
    }
  }
}
