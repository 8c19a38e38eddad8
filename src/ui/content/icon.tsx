import type { LucideIcon as Drawing } from 'lucide-react'
import styles from './icon.module.css'
import { joinClasses } from './join-classes.ts'

const SIZES = { s: [16, 1.75], m: [22, 1.5], l: [26, 1.35], xl: [52, 1] } as const

type IconProps = {
  of: Drawing
  size?: keyof typeof SIZES
  /** Mirrors an arrow or chevron in right-to-left text. */
  flip?: boolean
  className?: string
}

export function Icon({ of: Drawn, size = 'm', flip, className }: IconProps) {
  const [edge, stroke] = SIZES[size]
  return <Drawn size={edge} strokeWidth={stroke} className={joinClasses(flip && styles.flip, className)} aria-hidden />
}

/** Renders the small chevron at the end of rows and picker fields. */
export function Chevron({ of: Drawn, flip, className }: Omit<IconProps, 'size'>) {
  const classes = joinClasses(styles.chevron, flip && styles.flip, className)
  return <Drawn size={18} strokeWidth={1.5} className={classes} aria-hidden />
}
