import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Processor milliseconds a request, by row: what was reached once is not lost unseen. */
type Figures = Record<string, number>

const file = fileURLToPath(new URL('processor-ms.json', import.meta.url))
/** More than noise, on a machine that others use too. */
const mostWorse = 1.3

function readRatchet(): Figures {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Figures) : {}
}

/** The rows that cost more than they did. A machine slower than the one that the figures are from is allowed as much more. */
export function findWorse(figures: Figures, base: string, before = readRatchet()): string[] {
  const slower = Math.max(1, (figures[base] ?? 1) / (before[base] ?? figures[base] ?? 1))
  return Object.entries(figures).flatMap(([name, ms]) => {
    const allowed = (before[name] ?? Number.POSITIVE_INFINITY) * mostWorse * slower
    return ms > allowed ? [`${name} takes ${ms.toFixed(2)} ms of processor; ${allowed.toFixed(2)} is the most`] : []
  })
}

/** Takes over what got better, and what is new. */
export function tightenRatchet(figures: Figures): void {
  const kept = readRatchet()
  for (const [name, ms] of Object.entries(figures)) {
    kept[name] = Number(Math.min(ms, kept[name] ?? ms).toFixed(3))
  }
  writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`)
}
