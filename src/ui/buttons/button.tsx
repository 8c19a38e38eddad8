import type { ComponentProps } from 'react'
import { joinClasses } from '../content/join-classes.ts'
import { Spinner } from '../content/spinner.tsx'
import styles from './button.module.css'

export type ButtonLook = {
  /** One primary per region of the screen. */
  tone?: 'primary' | 'secondary'
  /** Small is for the actions of a line or a card. */
  size?: 'normal' | 'small'
  /** Takes the whole width. */
  block?: boolean
}

/** The look alone, for an element that another part renders. */
export function buttonClass({ tone = 'primary', size = 'normal', block }: ButtonLook = {}): string {
  return joinClasses(
    styles.button,
    styles[tone],
    size === 'small' ? styles.small : styles.normal,
    block && styles.block,
  )
}

type ButtonProps = ComponentProps<'button'> & ButtonLook & { busy?: boolean }

export function Button({ tone, size, block, busy, className, children, onClick, ...button }: ButtonProps) {
  return (
    <button
      type="button"
      {...button}
      // A busy button keeps its focus, so it is not disabled: it just does nothing.
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

/** Underlined words that act, 44 px to the touch. */
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
