import { expect, test } from 'vitest'
import { applyMark, type Mark } from './markdown-marks.rules.ts'

const mark = (text: string, start: number, end: number, which: Mark) => applyMark({ text, start, end }, which)

test.each<[string, Mark, [number, number], string, string]>([
  ['a word', 'bold', [2, 6], 'a **word**', 'word'],
  ['a **word**', 'bold', [4, 8], 'a word', 'word'],
  ['a **word**', 'italic', [4, 8], 'a ***word***', 'word'],
  ['a ', 'italic', [2, 2], 'a *words*', 'words'],
  ['one\ntwo\nthree', 'list', [1, 5], '- one\n- two\nthree', '- one\n- two'],
  ['- one\n- two', 'list', [0, 11], 'one\ntwo', 'one\ntwo'],
  ['Care', 'heading', [4, 4], '## Care', '## Care'],
  ['Care', 'quote', [0, 0], '> Care', '> Care'],
  ['see care', 'link', [4, 8], 'see [care](/)', '/'],
  ['', 'picture', [0, 0], '![description](/)', '/'],
])('changes %j by the button %s at %j to %j, and then selects %j', (text, which, [start, end], expected, chosen) => {
  const marked = mark(text, start, end, which)
  expect(marked.text).toBe(expected)
  expect(marked.text.slice(marked.start, marked.end)).toBe(chosen)
})

test('separates a table from the text before the table', () => {
  expect(mark('Sizes', 5, 5, 'table').text).toMatch(/^Sizes\n\n\| Head \| Head \|\n\|-/)
  expect(mark('', 0, 0, 'table').text).toMatch(/^\| Head/)
})
