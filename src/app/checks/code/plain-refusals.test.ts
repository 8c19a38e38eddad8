import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { handlers } from '#app/api.ts'
import { createTranslate } from '#contract/text/translate.ts'
import { parseSafely } from '#server/http/input.ts'

const unusualTexts: unknown[] = [
  ...[undefined, null, '', ' ', 'x', 'x'.repeat(9_000), '@', 'a@b', '<b>', '1,2,x', -1, 0, 1.5, 1e12, Number.NaN, true],
  ...[{}, [], [null], [[]], [{}], ['x'.repeat(9_000)], [-1], Array.from({ length: 500 }, (_, at) => at), { a: [{}] }],
  [{ subOrderId: 7, reason_ids: 'x' }],
]

/** Collects every message about a field that a call can return. */
function collectSentences(): Map<string, string> {
  const found = new Map<string, string>()
  for (const { call } of handlers) {
    // The response to a beacon is never read.
    if (call.sentAs === 'beacon') continue
    const { shape = {} } = call.input.def as unknown as { shape?: object }
    const inputs: object[] = [{}, ...Object.keys(shape).flatMap((name) => unusualTexts.map((odd) => ({ [name]: odd })))]
    for (const input of inputs) {
      try {
        const parsed = parseSafely(call, input)
        if (!parsed.success) {
          for (const { message, path } of parsed.error.issues) found.set(message, `${call.path} ${path.join('.')}`)
        }
      } catch {
        // Malformed input has its own message.
      }
    }
  }
  return found
}

test("never returns a validator's default message or a pattern, and translates every message", async () => {
  const catalogue = JSON.parse(await readFile('src/words/catalogues/de.json', 'utf8'))
  const t = createTranslate({ language: 'de', catalogue })
  const sentences = collectSentences()
  expect(sentences.size).toBeGreaterThan(10)
  const raw = [...sentences].filter(([message]) => /invalid|expected|received|pattern|regex|[\\^$]|NaN/i.test(message))
  expect(raw).toEqual([])
  expect([...sentences].filter(([message]) => t(message) === message)).toEqual([])
})
