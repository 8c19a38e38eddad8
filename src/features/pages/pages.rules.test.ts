import fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeText, readMarkup } from './pages.rules.ts'

test('paragraphs, headings and lists are told apart', () => {
  expect(readMarkup('One\nline.\n\nTwo.\n\n## Three\n- a\n- b\n\n- c\nFour')).toEqual([
    { kind: 'paragraph', text: 'One line.' },
    { kind: 'paragraph', text: 'Two.' },
    { kind: 'heading', text: 'Three' },
    { kind: 'list', entries: ['a', 'b'] },
    { kind: 'list', entries: ['c'] },
    { kind: 'paragraph', text: 'Four' },
  ])
})

test('markup of other kinds stays text', () => {
  const body = '<script>alert(1)</script>\n\n[link](javascript:alert(1))'
  expect(readMarkup(body)).toEqual([
    { kind: 'paragraph', text: '<script>alert(1)</script>' },
    { kind: 'paragraph', text: '[link](javascript:alert(1))' },
  ])
})

test('no word is lost or made up', () => {
  const words = (text: string) => text.split(/\s+/).filter((word) => word !== '' && word !== '-' && word !== '##')
  const Line = fc.stringMatching(/^(?:## |- )?[a-z<>&" ]{0,20}$/)
  fc.assert(
    fc.property(fc.array(Line), (lines) => {
      const body = lines.join('\n')
      const read = readMarkup(body).flatMap((block) => (block.kind === 'list' ? block.entries : [block.text]))
      expect(words(read.join(' '))).toEqual(words(body))
    }),
  )
})

test('a description ends between two words and is short enough', () => {
  expect(describeText('Short and  plain.')).toBe('Short and plain.')
  expect(describeText('x'.repeat(400))).toHaveLength(156)
  const long = describeText('word, '.repeat(60))
  expect(long).toMatch(/word…$/)
  expect(long.length).toBeLessThanOrEqual(156)
})
