import type { ComponentProps } from 'react'
import { joinClasses } from '../content/join-classes.ts'
import { Spinner } from '../content/spinner.tsx'
import styles from './button.module.css'

export type ButtonStyle = {
  /** The emphasis. Each region of a screen has at most one primary button. */
  tone?: 'primary' | 'secondary'
  /** The size. Small buttons belong to a line or a card. */
  size?: 'normal' | 'small'
  /** Whether the button takes the whole width. */
  block?: boolean
}

/** Returns the classes of a button, for an element rendered elsewhere. */
export function buttonClass({ tone = 'primary', size = 'normal', block }: ButtonStyle = {}): string {
  return joinClasses(
    styles.button,
    styles[tone],
    size === 'small' ? styles.small : styles.normal,
    block && styles.block,
  )
}

type ButtonProps = ComponentProps<'button'> & ButtonStyle & { busy?: boolean }

export function Button({ tone, size, block, busy, className, children, onClick, ...button }: ButtonProps) {
  return (
    <button
      type="button"
      {...button}
      // A busy button ignores clicks but stays enabled, because disabling would lose the focus.
      onClick={busy ? (event) => event.preventDefault() : onClick}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      className={joinClasses(buttonClass({ tone, size, block }), busy && styles.busy, className)}
    >
      {busy && (
        <span className={styles.ring}>
          <Spinner />
        </span>
      )}
      {children}
    </button>
  )
}

/** Renders a button as underlined text with a touch target of 44 px. */
export function TextButton({ busy, className, onClick, ...button }: ComponentProps<'button'> & { busy?: boolean }) {
  return (
    <button
      type="button"
      {...button}
      onClick={busy ? undefined : onClick}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      className={joinClasses(styles.link, busy && styles.linkBusy, className)}
    />
  )
}
