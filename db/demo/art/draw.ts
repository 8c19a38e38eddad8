/** The tones of one cloth, from the dark folds to the lit edges. */
export type Tones = { b: string; s1: string; s2: string; s3: string; d: string; l1: string; l2: string }
/** The colors of a picture: the cloth, the background, and up to two accents. */
export type ArtStyle = { base: string; bg: string; accent?: string; accent2?: string; rot?: number; label?: string }
/**
 * The parts of a drawing. `sh` lists the outlines that cast a shadow. A `raw` drawing contains its shadow
 * (`class="s"`).
 */
type Drawing = { sh?: string[]; shx?: string; raw?: boolean; defs: string; g: string }
export type Garment = (t: Tones, o: ArtStyle, id: string) => Drawing
type Point = [number, number]
type Command =
  | ['M' | 'L', number, number]
  | ['Q', number, number, number, number]
  | ['C', number, number, number, number, number, number]

const channels = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
const toColour = (values: number[]) => `#${values.map((one) => Math.round(one).toString(16).padStart(2, '0')).join('')}`

export function mix(from: string, to: string, share: number): string {
  const end = channels(to)
  return toColour(channels(from).map((value, index) => value + ((end[index] ?? 0) - value) * share))
}

// Folds are shaded with a deeper, slightly cooler tone of the same hue, so that the cloth keeps its color.
export function tones(b: string): Tones {
  const deep = mix(toColour(channels(b).map((one) => one * 0.42)), '#1b2a33', 0.3)
  return {
    b,
    s1: mix(b, deep, 0.15),
    s2: mix(b, deep, 0.32),
    s3: mix(b, deep, 0.62),
    d: mix(b, deep, 0.88),
    l1: mix(b, '#ffffff', 0.15),
    l2: mix(b, '#ffffff', 0.34),
  }
}

export const round = (value: number) => +value.toFixed(1)

/** Returns a closed, symmetric path from the commands of its right half. x is measured from the axis. */
export function symmetric(commands: Command[], axis = 167.5): string {
  const right = ([x, y]: Point) => `${round(axis + x)} ${round(y)}`
  const left = ([x, y]: Point) => `${round(axis - x)} ${round(y)}`
  const start: Point = [commands[0]?.[1] ?? 0, commands[0]?.[2] ?? 0]
  const steps: { from: Point; control: [Point, Point] | null; to: Point }[] = []
  let at = start
  for (const command of commands.slice(1)) {
    const from = at
    if (command[0] === 'C') {
      at = [command[5], command[6]]
      steps.push({
        from,
        control: [
          [command[1], command[2]],
          [command[3], command[4]],
        ],
        to: at,
      })
    } else if (command[0] === 'Q') {
      const q: Point = [command[1], command[2]]
      at = [command[3], command[4]]
      const towards = (end: Point): Point => [end[0] + (2 / 3) * (q[0] - end[0]), end[1] + (2 / 3) * (q[1] - end[1])]
      steps.push({ from, control: [towards(from), towards(at)], to: at })
    } else {
      at = [command[1], command[2]]
      steps.push({ from, control: null, to: at })
    }
  }
  const there = steps.map(({ control, to }) =>
    control ? `C${right(control[0])} ${right(control[1])} ${right(to)}` : `L${right(to)}`,
  )
  const back = steps
    .toReversed()
    .map(({ from, control }) => (control ? `C${left(control[1])} ${left(control[0])} ${left(from)}` : `L${left(from)}`))
  const across = Math.abs(at[0]) > 0.01 ? `L${left(at)}` : ''
  return `M${right(start)}${there.join('')}${across}${back.join('')}Z`
}

/** Returns a fold: thin at its start, `width` wide at its end. */
export const fold = (x0: number, y0: number, cx: number, cy: number, x1: number, y1: number, width: number) =>
  `M${round(x0)} ${round(y0)}Q${round(cx)} ${round(cy)} ${round(x1)} ${round(y1)}L${round(x1 + width)} ${round(y1 + 1)}Q${round(cx + width * 0.45)} ${round(cy)} ${round(x0)} ${round(y0)}Z`
export const mirror = (inner: string, axis = 167.5) => `<g transform="matrix(-1 0 0 1 ${axis * 2} 0)">${inner}</g>`
export const both = (inner: string) => inner + mirror(inner)
export const line = (d: string, colour: string, width = 1, extra = '') =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${extra}/>`
export const stitch = (d: string, colour: string, opacity = 0.7) =>
  line(d, colour, 0.8, `stroke-dasharray="2.6 2" opacity="${opacity}"`)
export const fill = (d: string, colour: string, extra = '') => `<path d="${d}" fill="${colour}" ${extra}/>`
/** Mirrors a path to the other side of the picture. */
export const flip = (d: string) =>
  d.replace(/(-?[\d.]+) (-?[\d.]+)/g, (_, x: string, y: string) => `${round(335 - Number(x))} ${y}`)
