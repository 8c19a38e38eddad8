import { expect, test } from 'vitest'
import { describeText } from './pages.rules.ts'

test('ends a description between two words within the limit', () => {
  expect(describeText('Short and  plain.')).toBe('Short and plain.')
  expect(describeText('x'.repeat(400))).toHaveLength(156)
  const long = describeText('word, '.repeat(60))
  expect(long).toMatch(/word…$/)
  expect(long.length).toBeLessThanOrEqual(156)
})

test('removes Markdown from a description', () => {
  expect(describeText('## Linen\n\n- Wash it **cold**\n- [Ask us](/contact) first\n\n1. Dry-clean 3 - 4 times')).toBe(
    'Linen Wash it cold Ask us first Dry-clean 3 - 4 times',
  )
})
