import type { KeyboardEvent, PointerEvent } from 'react'
import { joinClasses } from '../content/join-classes.ts'
import { useT } from '../i18n/use-t.ts'
import styles from './star-rating.module.css'
import { LEAST_STARS, MOST_STARS, starFill, starsAfterKey, starsAt } from './star-value.ts'

const PLACES = Array.from({ length: MOST_STARS }, (_, index) => index)

type StarRatingProps = {
  /** The rating from 0.5 to 5 in half steps. */
  value: number
  onChange: (value: number) => void
  /** The name of the rated item. */
  label: string
}

export function StarRating({ value, onChange, label }: StarRatingProps) {
  const t = useT()
  const words = t('{value} of {total}', { value, total: MOST_STARS })

  function change(next: number) {
    if (next !== value) onChange(next)
  }

  function follow(event: PointerEvent<HTMLDivElement>) {
    const box = event.currentTarget.getBoundingClientRect()
    change(starsAt(event.clientX - box.left, box.width, isRightToLeft(event.currentTarget)))
  }

  function handleKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const next = starsAfterKey(event.key, value, isRightToLeft(event.currentTarget))
    if (next === null) return
    event.preventDefault()
    change(next)
  }

  return (
    <div className={styles.rating}>
      <div
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={LEAST_STARS}
        aria-valuemax={MOST_STARS}
        aria-valuenow={value}
        aria-valuetext={words}
        className={joinClasses(styles.stars, styles.active)}
        onKeyDown={handleKeyDown}
        onPointerDown={(event) => {
          if (event.button !== 0) return
          event.currentTarget.setPointerCapture(event.pointerId)
          follow(event)
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) follow(event)
        }}
      >
        {PLACES.map((index) => (
          <Star key={index} fill={starFill(value, index)} />
        ))}
      </div>
      <p dir="auto" className={styles.words} aria-hidden="true">
        {words}
      </p>
    </div>
  )
}

type StarsProps = {
  /** The rating in half steps, as drawn. */
  value: number
  /** The exact value for screen readers, if the stars show a rounded value. */
  figure?: string
  size?: 'small' | 'large'
}

export function Stars({ value, figure, size = 'small' }: StarsProps) {
  const t = useT()
  return (
    <span
      role="img"
      aria-label={t('{value} of {total}', { value: figure ?? value, total: MOST_STARS })}
      className={joinClasses(styles.stars, size === 'small' && styles.small)}
    >
      {PLACES.map((index) => (
        <Star key={index} fill={starFill(value, index)} />
      ))}
    </span>
  )
}

const WHOLE = 'M12 2.6l2.85 5.95 6.5.86-4.77 4.5 1.21 6.47L12 17.23l-5.79 3.15 1.21-6.47-4.77-4.5 6.5-.86z'
const HALF = 'M12 2.6V17.23l-5.79 3.15 1.21-6.47-4.77-4.5 6.5-.86z'

function Star({ fill }: { fill: 'none' | 'half' | 'full' }) {
  return (
    <svg viewBox="0 0 24 24" className={styles.star} aria-hidden="true">
      <path d={WHOLE} className={styles.empty} />
      {fill !== 'none' && <path d={fill === 'full' ? WHOLE : HALF} fill="currentColor" />}
    </svg>
  )
}

function isRightToLeft(element: Element): boolean {
  return getComputedStyle(element).direction === 'rtl'
}
