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
  expect(parseDraft(JSON.stringify(typed), empty)).toEqual(typed)
})

test('a draft without an address for letters takes the one the browser knows', () => {
  expect(parseDraft(JSON.stringify({ ...empty, email: '' }), empty)?.email).toBe('guest@harbor.test')
})

test.each([null, '', '{', 'null'])('the text %j is no draft', (kept) => {
  expect(parseDraft(kept, empty)).toBeNull()
})
