import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { arch, cpus, release, totalmem, type } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { measureCalls } from './calls.ts'
import { measurePages } from './pages.ts'
import type { Section } from './section.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const document = `${root}docs/benchmarks.md`

/** In the order in which they stand in the document. */
const sections: Record<string, () => Promise<Section>> = {
  calls: () => measureCalls({ words, isTightening: values.tighten ?? false }),
  pages: () => measurePages(`${root}.cache/bench`, words),
}

/** What follows `--only calls` or `--only pages` narrows it to rows or paths that hold one of the words. */
const { values, positionals: words } = parseArgs({
  options: { only: { type: 'string' }, tighten: { type: 'boolean' } },
  allowPositionals: true,
})
const wanted = values.only ? [values.only] : Object.keys(sections)
for (const name of wanted) {
  if (!(name in sections)) throw new Error(`--only takes one of ${Object.keys(sections).join(', ')}`)
}

const { build } = (await import(`${root}bin/build.mjs`)) as { build: () => Promise<void> }
await build()
const parts = readParts()
const problems: string[] = []
for (const name of wanted) {
  const measured = await sections[name]?.()
  if (!measured) continue
  if (!measured.isPartial) {
    parts.set(name, `${describeRun()}\n\n${measured.markdown}`)
    writeDocument()
  }
  problems.push(...measured.problems)
  console.log(`\n${measured.markdown}\n`)
}
for (const problem of problems) console.error(`✗ ${problem}`)
process.exitCode = problems.length > 0 ? 1 : 0

/** What earlier runs measured: a run of one part leaves the others as they are. */
function readParts(): Map<string, string> {
  const text = existsSync(document) ? readFileSync(document, 'utf8') : ''
  const found = text.matchAll(/<!-- (\w+) -->\n\n([\s\S]*?)\n\n<!-- \/\1 -->/g)
  return new Map([...found].map(([, name = '', part = '']) => [name, part]))
}

function writeDocument(): void {
  const marked = Object.keys(sections).flatMap((name) => {
    const part = parts.get(name)
    return part ? [`<!-- ${name} -->\n\n${part}\n\n<!-- /${name} -->`] : []
  })
  const head = `# Benchmarks

Written by \`npm run bench\`; \`npm run bench -- --only ${Object.keys(sections).join('|')}\` measures one part anew. The first run makes the data, which takes
minutes; they are kept in \`.cache/bench\`. What was slow at first, and why it no longer is: [pages of long lists](decisions/0004-lists-found-by-ids.md).`
  writeFileSync(document, `${[head, ...marked].join('\n\n')}\n`)
}

/** Where and when the numbers of a part were measured. */
function describeRun(): string {
  const [cpu] = cpus()
  const memory = Math.round(totalmem() / 1024 ** 3)
  const git = (...words: string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim()
  const isChanged = git('status', '--porcelain', '--', 'src', 'db', 'bench') !== ''
  const commit = `${git('rev-parse', '--short', 'HEAD')}${isChanged ? ' with changes' : ''}`
  const machine = `${cpus().length} cores (${cpu?.model.trim() || arch()}), ${memory} GB, ${type()} ${release()}, Node ${process.version}`
  return `Measured ${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC at ${commit}, on ${machine}.`
}
