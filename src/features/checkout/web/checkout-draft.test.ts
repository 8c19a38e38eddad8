import { expect, test } from 'vitest'
import { parseDraft, startDraft } from './checkout-draft.ts'

const empty = startDraft('guest@harbor.test')

test('what was typed is found again', () => {
  const typed = {
    ...empty,
    email: 'other@harbor.test',
    address: { ...empty.address, city: 'Bath' },
    keepsAddress: false,
  }
  expect(parseDraft(typed, empty)).toEqual(typed)
})

test('a draft without an address for mails takes the one the browser knows', () => {
  expect(parseDraft({ ...empty, email: '' }, empty)?.email).toBe('guest@harbor.test')
})

test.each([null, '', 7, []])('%j is no draft', (kept) => {
  expect(parseDraft(kept, empty)).toBeNull()
})
