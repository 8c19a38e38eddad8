import { expect, test } from 'vitest'
import { formatDescription } from './pages.rules.ts'

test('cuts a long description between two words, within the limit', () => {
  expect(formatDescription('Short and  plain.')).toBe('Short and plain.')
  expect(formatDescription('x'.repeat(400))).toHaveLength(156)
  const long = formatDescription('word, '.repeat(60))
  expect(long).toMatch(/word…$/)
  expect(long.length).toBeLessThanOrEqual(156)
})

test('removes Markdown from a description', () => {
  expect(
    formatDescription('## Linen\n\n- Wash it **cold**\n- [Ask us](/contact) first\n\n1. Dry-clean 3 - 4 times'),
  ).toBe('Linen Wash it cold Ask us first Dry-clean 3 - 4 times')
})
