import { glob, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../../../', import.meta.url))

/** What the wire and the tables count in numbers, and what stands beside one where it is compared, set or asked for. */
const kind = String.raw`\b(?:\w*[sS]tatus(?:_?[iI]ds?|es)?|[sS]aleType|[sS]ale_type|[rR]egisterType|register_type|[uU]serGroup|user_group|type|availability)`
const beside = String.raw`\)?\s*(?:[=!]==?|[<>]=?|<>|:|,|=|\?\?|in|not in)\s*[([]?`
// Two digits at most: answers of HTTP have three. Flags of the wire are 0 or 1 and say by their name what 1 means.
const bare = new RegExp(String.raw`${kind}${beside}-?\d{1,2}\b(?!\.)|\bcase \d+:`)
const flags = /\binvalid_?[sS]tatus\b/

test('uses named constants for statuses, kinds of sale and register types', async () => {
  const found: string[] = []
  for await (const file of glob(['src/{features,app,widget,web}/**/*.{ts,tsx}', 'db/demo/**/*.ts'], { cwd: root })) {
    // Contracts say what the wire has, tables and their checks what the database has, tests are tables of cases.
    if (/\.test\.ts$|\.tables\.ts$|\.contract\.ts$|\/gallery\//.test(file)) continue
    const lines = (await readFile(root + file, 'utf8')).split('\n')
    for (const [index, line] of lines.entries()) {
      if (/^\s*(?:\/?\*|\/\/)/.test(line) || flags.test(line)) continue
      if (bare.test(line)) found.push(`${file}:${index + 1}: ${line.trim()}`)
    }
  }
  expect(found).toEqual([])
})
