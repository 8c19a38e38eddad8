import { expect, test } from 'vitest'
import { describeText } from './pages.rules.ts'

test('a description ends between two words and is short enough', () => {
  expect(describeText('Short and  plain.')).toBe('Short and plain.')
  expect(describeText('x'.repeat(400))).toHaveLength(156)
  const long = describeText('word, '.repeat(60))
  expect(long).toMatch(/word…$/)
  expect(long.length).toBeLessThanOrEqual(156)
})

test('a description has the words of a text without its marks', () => {
  expect(describeText('## Linen\n\n- Wash it **cold**\n- [Ask us](/contact) first\n\n1. Dry-clean 3 - 4 times')).toBe(
    'Linen Wash it cold Ask us first Dry-clean 3 - 4 times',
  )
})
