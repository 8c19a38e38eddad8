type Arrow = readonly [from: string, to: string]
type Row = { boxes: readonly string[]; says: string }

const boxHeight = 34
const gap = 14
const padding = 20
const width = 1240

/**
 * Removes arrows that follow from others. If orders depend on cart and cart on coupons, an arrow from orders to coupons
 * is redundant.
 */
export function leaveOutImplied(arrows: readonly Arrow[]): Arrow[] {
  const below = new Map<string, Set<string>>()
  for (const [from, to] of arrows) below.set(from, (below.get(from) ?? new Set()).add(to))
  const isImplied = (from: string, to: string): boolean => {
    const open = [...(below.get(from) ?? [])].filter((one) => one !== to)
    const seen = new Set(open)
    for (const one of open) {
      if (one === to) return true
      for (const next of below.get(one) ?? []) {
        if (!seen.has(next)) open.push(next)
        seen.add(next)
      }
    }
    return false
  }
  return [...below]
    .flatMap(([from, all]) => [...all].map((to): Arrow => [from, to]))
    .filter(([from, to]) => !isImplied(from, to))
    .toSorted((a, b) => (a.join() < b.join() ? -1 : 1))
}

/** Draws rows of boxes from the ground up, with a label per row and an arrow for each downward import. */
export function drawRows(
  title: string,
  rows: readonly Row[],
  arrows: readonly Arrow[],
  { rowHeight = 76, room = 740 } = {},
): string {
  const places = new Map<string, { x: number; y: number; width: number }>()
  const height = rows.length * rowHeight + padding
  const texts: string[] = []
  for (const [index, { boxes, says }] of rows.entries()) {
    const y = height - padding - (index + 1) * rowHeight + (rowHeight - boxHeight)
    const widths = boxes.map((name) => Math.round(name.length * 7.4) + 26)
    const total = widths.reduce((sum, one) => sum + one, 0)
    // Wide rows are compressed and narrow ones spread out, so that arrows have room between boxes.
    const between = Math.min(90, Math.max(gap, (room - total) / (boxes.length + 1)))
    let x = padding + (room - total - between * (boxes.length - 1)) / 2
    for (const [place, name] of boxes.entries()) {
      places.set(name, { x: Math.round(x), y, width: widths[place] ?? 0 })
      x += (widths[place] ?? 0) + between
    }
    texts.push(`<text class="says" x="${room + padding * 2}" y="${y + 21}">${says}</text>`)
  }
  const lines = arrows.flatMap(([from, to]) => {
    const [a, b] = [places.get(from), places.get(to)]
    return a && b ? drawArrow(a, b) : []
  })
  const boxes = [...places].map(
    ([name, { x, y, width }]) =>
      `<rect x="${x}" y="${y}" width="${width}" height="${boxHeight}" rx="8"/><text class="name" x="${x + width / 2}" y="${y + 22}">${name}</text>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>${title}</title>
<style>
text { font: 13px ui-sans-serif, system-ui, sans-serif; fill: #1d2b3a } .name { text-anchor: middle; font-weight: 600 } .says { fill: #55636f }
rect { fill: #fbf7f0; stroke: #14344f } path { fill: none; stroke: #b0663d; stroke-width: 1.4 } marker path { fill: #b0663d; stroke: none }
@media (prefers-color-scheme: dark) { text { fill: #eee7dc } .says { fill: #b9b2a7 } rect { fill: #14222f; stroke: #87a9c4 } path { stroke: #dc9a73 } marker path { fill: #dc9a73 } }
</style>
<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0 8 4 0 8z"/></marker></defs>
${[...lines, ...boxes, ...texts].join('\n')}
</svg>
`
}

type Place = { x: number; y: number; width: number }

function drawArrow(from: Place, to: Place): string {
  const [x1, x2] = [Math.round(from.x + from.width / 2), Math.round(to.x + to.width / 2)]
  const y1 = from.y + boxHeight
  // An arrow within a row runs below the row.
  if (from.y === to.y)
    return `<path marker-end="url(#tip)" d="M${x1} ${y1}C${x1} ${y1 + 24} ${x2} ${y1 + 24} ${x2} ${y1}"/>`
  const bend = Math.round((to.y - y1) / 2)
  return `<path marker-end="url(#tip)" d="M${x1} ${y1}C${x1} ${y1 + bend} ${x2} ${to.y - bend} ${x2} ${to.y}"/>`
}
