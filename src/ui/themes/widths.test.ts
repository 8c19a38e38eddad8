import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const source = new URL('../../', import.meta.url)
const sheets = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.css'))
const queries = sheets.flatMap((name) =>
  [...readFileSync(new URL(name, source), 'utf8').matchAll(/@(?:media|container)[^{]*/g)].map(
    ([query]) => `${name}: ${query.trim()}`,
  ),
)

// With text of twice the size, half as many characters fit, so the page uses its narrow layout.
test('uses breakpoints in text units, not pixels', () => {
  expect(queries.filter((query) => query.includes('width')).length).toBeGreaterThan(80)
  expect(queries.filter((query) => /\dpx/.test(query))).toEqual([])
})
