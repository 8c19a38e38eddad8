import { expect, test } from 'vitest'
import { filterSuggestions, insertSuggestion, parseSuggestionQuery } from './suggestions.rules.ts'

test.each([
  ['/expr', { kind: 'template', words: 'expr', from: 0, to: 5 }],
  ['/', { kind: 'template', words: '', from: 0, to: 1 }],
  ['See #hb2', { kind: 'link', words: 'hb2', from: 4, to: 8 }],
  ['#', { kind: 'link', words: '', from: 0, to: 1 }],
  ['1/2 of it', null],
  ['/expr\nmore', null],
  ['a#b', null],
  [`/${'x'.repeat(60)}`, null],
])('parses %j as the query %j', (text, query) => {
  expect(parseSuggestionQuery(text, text.length)).toEqual(query)
})

test('uses only the text before the caret, and keeps the text after it', () => {
  const query = parseSuggestionQuery('See #hb and write', 7)
  expect(query).toEqual({ kind: 'link', words: 'hb', from: 4, to: 7 })
  expect(query && insertSuggestion('See #hb and write', query, 'HB1')).toEqual({ text: 'See HB1 and write', caret: 7 })
  const start = parseSuggestionQuery('/exprHello', 5)
  expect(start && insertSuggestion('/exprHello', start, 'Hi.')).toEqual({ text: 'Hi. Hello', caret: 3 })
})

test('ranks names that begin with the words first, then names that contain the words, then texts', () => {
  const all = [
    { name: 'Lost', text: 'By express' },
    { name: 'No express', text: '' },
    { name: 'Express times', text: '' },
    { name: 'Other', text: '' },
  ]
  expect(filterSuggestions(all, 'express').map(({ name }) => name)).toEqual(['Express times', 'No express', 'Lost'])
  expect(filterSuggestions(all, '')).toHaveLength(4)
})
