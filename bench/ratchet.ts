import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** CPU milliseconds per request by row. The figures make sure that an improvement is not lost unnoticed. */
type Figures = Record<string, number>
/**
 * Figures by kind of processor. A processor can be twice as fast with a bare route, but slower with a query that reads
 * much data.
 */
export type Ratchet = Record<string, Figures>

const file = fileURLToPath(new URL('processor-ms.json', import.meta.url))
const thisKind = process.arch
/** 1.3: more than the noise of a machine that also runs other programs. */
const maxWorse = 1.3

function readRatchet(): Ratchet {
  return JSON.parse(readFileSync(file, 'utf8')) as Ratchet
}

/** Returns the rows that cost more than before. The allowed cost rises in proportion on a slower machine. */
export function findWorse(figures: Figures, base: string, ratchet = readRatchet(), kind: string = thisKind): string[] {
  const before = ratchet[kind] ?? {}
  const slower = Math.max(1, (figures[base] ?? 1) / (before[base] ?? figures[base] ?? 1))
  return Object.entries(figures).flatMap(([name, ms]) => {
    const allowed = (before[name] ?? Number.POSITIVE_INFINITY) * maxWorse * slower
    return ms > allowed ? [`${name} takes ${ms.toFixed(2)} ms of processor; ${allowed.toFixed(2)} is the most`] : []
  })
}

/** Returns the ratchet with improved and new figures. */
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
