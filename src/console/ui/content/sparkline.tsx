type Props = { values: number[]; tone?: string | undefined; size?: keyof typeof sizes }

/** Width and height in px: in a table row, next to a number, and across a panel. */
const sizes = { small: [72, 22], normal: [96, 32], wide: [290, 44] } as const
const edge = 3

/**
 * Renders a line next to its number, which contains the same information, so the line is hidden from screen readers.
 * The time axis runs from left to right in every language.
 */
export function Sparkline({ values, tone = 'var(--primary)', size = 'normal' }: Props) {
  const [width, height] = sizes[size]
  if (values.length < 2) return null
  const max = Math.max(...values, 1)
  const at = (value: number, index: number) => {
    const x = edge + (index / (values.length - 1)) * (width - 2 * edge)
    const y = height - edge - (value / max) * (height - 2 * edge)
    return `${x.toFixed(1)},${y.toFixed(1)}`
  }
  const points = values.map(at)
  const [endX, endY] = (points.at(-1) ?? '0,0').split(',')
  return (
    <svg
      width={size === 'wide' ? '100%' : width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio={size === 'wide' ? 'none' : undefined}
      fill="none"
      aria-hidden
    >
      <polygon points={`${edge},${height} ${points.join(' ')} ${width - edge},${height}`} fill={tone} opacity="0.08" />
      <polyline points={points.join(' ')} stroke={tone} strokeWidth="1.5" strokeLinejoin="round" />
      <circle cx={endX} cy={endY} r="2.5" fill={tone} />
    </svg>
  )
}
