import { expect, test } from 'vitest'
import { chooseDraft, createDraft, parseDraft } from './checkout-draft.ts'

const empty = createDraft('guest@harbor.test')

test('restores the typed values', () => {
  const typed = {
    ...empty,
    email: 'other@harbor.test',
    address: { ...empty.address, city: 'Bath' },
    keepsAddress: false,
  }
  expect(chooseDraft(null, parseDraft(typed), 'guest@harbor.test')).toEqual(typed)
})

test('fills a draft without an email address with the address that the browser knows', () => {
  expect(chooseDraft(null, parseDraft({ ...empty, email: '' }), 'guest@harbor.test')).toEqual(empty)
})

test.each([null, '', 7, []])('rejects %j as a draft', (kept) => {
  expect(parseDraft(kept)).toBeNull()
  expect(chooseDraft(null, parseDraft(kept), 'guest@harbor.test')).toEqual(empty)
})

test('prefers currently typed values to the stored draft, even an emptied field', () => {
  expect(chooseDraft({ ...empty, email: '' }, { ...empty, email: 'kept@harbor.test' }, 'guest@harbor.test').email).toBe(
    '',
  )
})
