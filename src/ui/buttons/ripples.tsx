const RINGS = [22, 43, 64, 85, 106, 127, 148, 169].map((radius, index) => {
  const around = 2 * Math.PI * radius
  return {
    radius,
    opacity: (1 - index / 10).toFixed(1),
    dashes: `${(around * 0.88).toFixed(1)} ${(around * 0.12).toFixed(1)}`,
  }
})

/** Renders decorative rings for dark bands. The caller's class sets their position. */
export function Ripples({ className }: { className?: string }) {
  return (
    <svg
      className={className}
      viewBox="0 0 330 330"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.2"
      aria-hidden="true"
    >
      {RINGS.map(({ radius, opacity, dashes }) => (
        <circle
          key={radius}
          cx="165"
          cy="165"
          r={radius}
          opacity={opacity}
          strokeDasharray={dashes}
          transform="rotate(-104 165 165)"
        />
      ))}
    </svg>
  )
}
