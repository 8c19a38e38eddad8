import styles from './icon.module.css'
import type { Drawing } from './icons.ts'
import { joinClasses } from './join-classes.ts'

const SIZES = { s: [16, 1.75], m: [22, 1.5], l: [26, 1.35], xl: [52, 1] } as const

type IconProps = {
  of: Drawing
  size?: keyof typeof SIZES
  /** Arrows and chevrons point the other way in right-to-left text. */
  flip?: boolean
  className?: string
}

export function Icon({ size = 'm', ...drawn }: IconProps) {
  const [edge, stroke] = SIZES[size]
  return <Svg edge={edge} stroke={stroke} {...drawn} />
}

/** The small arrowhead at the end of rows and picker fields. */
export function Chevron({ className, ...drawn }: Omit<IconProps, 'size'>) {
  return <Svg edge={18} stroke={1.5} className={joinClasses(styles.chevron, className)} {...drawn} />
}

type SvgProps = Omit<IconProps, 'size'> & { edge: number; stroke: number }

function Svg({ of, edge, stroke, flip, className }: SvgProps) {
  return (
    <svg
      width={edge}
      height={edge}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={stroke}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={joinClasses(flip && styles.flip, className) || undefined}
      aria-hidden
    >
      <path d={of} />
    </svg>
  )
}
