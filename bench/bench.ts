import { execFileSync } from 'node:child_process'
import { arch, cpus, release, totalmem, type } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { measureCalls } from './calls.ts'
import { compareWith } from './compare.ts'
import { measurePages } from './pages.ts'
import type { Section } from './section.ts'

const root = fileURLToPath(new URL('../', import.meta.url))

const sections: Record<string, () => Promise<Section>> = {
  calls: () => measureCalls({ words, isTightening: values.tighten ?? false }),
  pages: () => measurePages(`${root}.cache/bench`, words),
}

/**
 * Positional arguments select rows or paths that contain one of these texts. `--before` names the folder of another
 * checkout with installed packages, and compares both checkouts in turns.
 */
const { values, positionals: words } = parseArgs({
  options: { only: { type: 'string' }, before: { type: 'string' }, tighten: { type: 'boolean' } },
  allowPositionals: true,
})
const wanted = values.only ? [values.only] : Object.keys(sections)
for (const name of wanted) {
  if (!(name in sections)) throw new Error(`--only takes one of ${Object.keys(sections).join(', ')}`)
}

const { build } = (await import(`${root}bin/build.mjs`)) as { build: () => Promise<void> }
await build()
const problems: string[] = []
if (values.before) await show(compareWith(values.before, words))
else for (const name of wanted) await show(sections[name]?.())
for (const problem of problems) console.error(`✗ ${problem}`)
process.exitCode = problems.length > 0 ? 1 : 0

async function show(measuring: Promise<Section> | undefined): Promise<void> {
  const measured = await measuring
  if (!measured) return
  console.log(`\n${describeRun()}\n\n${measured.markdown}\n`)
  problems.push(...measured.problems)
}

/** Returns the machine and the date of a measurement as text. */
function describeRun(): string {
  const [cpu] = cpus()
  const memory = Math.round(totalmem() / 1024 ** 3)
  const git = (...words: string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim()
  const isChanged = git('status', '--porcelain', '--', 'src', 'db', 'bench') !== ''
  const commit = `${git('rev-parse', '--short', 'HEAD')}${isChanged ? ' with changes' : ''}`
  const machine = `${cpus().length} cores (${cpu?.model.trim() || arch()}), ${memory} GB, ${type()} ${release()}, Node ${process.version}`
  return `Measured ${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC at ${commit}, on ${machine}.`
}
