import { glob, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../../../', import.meta.url))

/** Names of values that the wire and the tables encode as numbers, and the operators beside such a number. */
const kind = String.raw`\b(?:\w*[sS]tatus(?:_?[iI]ds?|es)?|[sS]aleType|[sS]ale_type|[rR]egisterType|register_type|[uU]serGroup|user_group|type|availability)`
const beside = String.raw`\)?\s*(?:[=!]==?|[<>]=?|<>|:|,|=|\?\?|in|not in)\s*[([]?`
// At most two digits, because HTTP statuses have three. Flags of the wire are 0 or 1, and their name explains the 1.
const bare = new RegExp(String.raw`${kind}${beside}-?\d{1,2}\b(?!\.)|\bcase \d+:`)
const flags = /\binvalid_?[sS]tatus\b/

test('uses named constants for statuses, kinds of sale and register types', async () => {
  const found: string[] = []
  for await (const file of glob(['src/{features,app,widget,web}/**/*.{ts,tsx}', 'db/demo/**/*.ts'], { cwd: root })) {
    // Contracts and table definitions contain the numbers themselves, and tests are tables of cases.
    if (/\.test\.ts$|\.tables\.ts$|\.contract\.ts$|\/gallery\//.test(file)) continue
    const lines = (await readFile(root + file, 'utf8')).split('\n')
    for (const [index, line] of lines.entries()) {
      if (/^\s*(?:\/?\*|\/\/)/.test(line) || flags.test(line)) continue
      if (bare.test(line)) found.push(`${file}:${index + 1}: ${line.trim()}`)
    }
  }
  expect(found).toEqual([])
})
