import { expect, test } from 'vitest'
import { chooseDraft, parseDraft, startDraft } from './checkout-draft.ts'

const empty = startDraft('guest@harbor.test')

test('what was typed is found again', () => {
  const typed = {
    ...empty,
    email: 'other@harbor.test',
    address: { ...empty.address, city: 'Bath' },
    keepsAddress: false,
  }
  expect(chooseDraft(null, parseDraft(typed), 'guest@harbor.test')).toEqual(typed)
})

test('a draft without an address for mails takes the one the browser knows', () => {
  expect(chooseDraft(null, parseDraft({ ...empty, email: '' }), 'guest@harbor.test')).toEqual(empty)
})

test.each([null, '', 7, []])('%j is no draft', (kept) => {
  expect(parseDraft(kept)).toBeNull()
  expect(chooseDraft(null, parseDraft(kept), 'guest@harbor.test')).toEqual(empty)
})

test('what is typed now counts more than what was kept, an emptied field too', () => {
  expect(chooseDraft({ ...empty, email: '' }, { ...empty, email: 'kept@harbor.test' }, 'guest@harbor.test').email).toBe(
    '',
  )
})
