import { expect, test } from 'vitest'
import { isToJudge, nameList, toInput } from './returns-view.rules.ts'

test('the list opens on what waits, the most urgent first', () => {
  expect(toInput({})).toMatchObject({ due: 'any' })
  expect(toInput({ status: 'processing', reason: 'fit' })).toMatchObject({ due: 'any', reason: 'fit' })
})

test('a search goes through everything, and a status is a view of its own', () => {
  expect(isToJudge({ q: 'RT1' })).toBe(false)
  expect(toInput({ q: 'RT1', after: 'x' })).toMatchObject({ q: 'RT1', status: undefined, after: 'x' })
  expect(toInput({ view: 'all' })).not.toHaveProperty('due')
})

test('a list has the name of its view, unless it is narrower', () => {
  expect(nameList({})).toBe('To judge')
  expect(nameList({ status: 'returning' })).toBe('On the way')
  expect(nameList({ assignee: 'me' })).toBe('Mine')
  expect(nameList({ status: 'processing' })).toBe('To judge')
  expect(nameList({ assignee: 'me', reason: 'fit' })).toBe('Filtered')
  expect(nameList({ q: 'RT1' })).toBe('“RT1”')
})
