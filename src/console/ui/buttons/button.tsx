import type { LucideIcon } from 'lucide-react'
import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { joinClasses } from '#ui/content/join-classes.ts'
import { useHint } from '../../shell/use-keys.ts'
import { Keys } from '../content/key.tsx'
import styles from './button.module.css'

type ButtonStyle = {
  tone?: 'outline' | 'primary' | 'quiet' | 'danger'
  size?: 'small' | 'normal' | 'large'
  icon?: LucideIcon
  /** The key of the button, as shown on its key cap. `Ctrl S` are two caps. */
  hint?: string
  isBlock?: boolean
}
type Props = ButtonHTMLAttributes<HTMLButtonElement> &
  ButtonStyle & {
    /** Whether the command is running. The label and the width stay the same. */
    isBusy?: boolean
    children?: ReactNode
  }

export function Button(props: Props) {
  const { hint } = props
  return hint ? <HintedButton {...props} hint={hint} /> : <PlainButton {...props} />
}

function PlainButton(props: Props) {
  const { tone, size, icon, hint, isBlock, isBusy, children, className, disabled, ...rest } = props
  const buttonStyle = { ...(tone && { tone }), ...(size && { size }), ...(isBlock && { isBlock }) }
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled}
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      className={joinClasses(buttonClass(buttonStyle, !children), className)}
      onClick={isBusy ? undefined : rest.onClick}
    >
      {isBusy ? <span className={styles.ring} aria-hidden /> : icon && <Drawing icon={icon} />}
      {children}
      {hint && <Keys of={hint} />}
    </button>
  )
}

/** Renders a button with its key as `aria-keyshortcuts`, for screen readers. */
function HintedButton({ hint, ...rest }: Props & { hint: string }) {
  return <PlainButton {...rest} hint={hint} aria-keyshortcuts={useHint(hint).shortcut} />
}

/** Returns the classes of a button, for links that look like one. */
export function buttonClass(
  { tone = 'outline', size = 'normal', isBlock }: ButtonStyle = {},
  isIconOnly = false,
): string {
  return joinClasses(
    styles.button,
    styles[tone],
    size !== 'normal' && styles[size],
    isBlock && styles.block,
    isIconOnly && styles.iconOnly,
  )
}

function Drawing({ icon: Icon }: { icon: LucideIcon }) {
  return <Icon size={16} strokeWidth={1.75} aria-hidden />
}
