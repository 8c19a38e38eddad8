import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Processor milliseconds a request, by row: what was reached once is not lost unseen. */
type Figures = Record<string, number>
/** By kind of processor: one is twice as quick as another with a bare route, and slower with a query that reads much. */
export type Ratchet = Record<string, Figures>

const file = fileURLToPath(new URL('processor-ms.json', import.meta.url))
const thisKind = process.arch
/** More than noise, on a machine that others use too. */
const mostWorse = 1.3

function readRatchet(): Ratchet {
  return JSON.parse(readFileSync(file, 'utf8')) as Ratchet
}

/** The rows that cost more than they did. A machine slower than the one that the figures are from is allowed as much more. */
export function findWorse(figures: Figures, base: string, ratchet = readRatchet(), kind: string = thisKind): string[] {
  const before = ratchet[kind] ?? {}
  const slower = Math.max(1, (figures[base] ?? 1) / (before[base] ?? figures[base] ?? 1))
  return Object.entries(figures).flatMap(([name, ms]) => {
    const allowed = (before[name] ?? Number.POSITIVE_INFINITY) * mostWorse * slower
    return ms > allowed ? [`${name} takes ${ms.toFixed(2)} ms of processor; ${allowed.toFixed(2)} is the most`] : []
  })
}

/** With what got better, and what is new. */
export function tighten(ratchet: Ratchet, figures: Figures, kind: string = thisKind): Ratchet {
  const kept = { ...ratchet[kind] }
  for (const [name, ms] of Object.entries(figures)) {
    kept[name] = Number(Math.min(ms, kept[name] ?? ms).toFixed(3))
  }
  return { ...ratchet, [kind]: kept }
}

export function tightenRatchet(figures: Figures): void {
  writeFileSync(file, `${JSON.stringify(tighten(readRatchet(), figures), null, 2)}\n`)
}
