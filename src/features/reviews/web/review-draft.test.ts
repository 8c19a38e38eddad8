import { expect, test } from 'vitest'
import { emptyDraft, isEmptyDraft, parseDraft } from './review-draft.ts'

const hour = 60 * 60 * 1000
const draft = { stars: 4.5, content: 'Soft', labelIds: [1], images: [{ id: 'a', url: '/images/a', at: 0 }] }

test('restores a stored draft', () => {
  expect(parseDraft(draft, hour)).toEqual(draft)
})

test('omits pictures that the shop has deleted meanwhile', () => {
  expect(parseDraft(draft, 24 * hour)).toEqual({ ...draft, images: [] })
})

test.each([null, '', 'nonsense', {}, { ...draft, stars: 9 }])('rejects %j as a draft', (kept) => {
  expect(parseDraft(kept, 0)).toBeNull()
})

test('does not store an untouched form', () => {
  expect(isEmptyDraft(emptyDraft)).toBe(true)
  expect(isEmptyDraft(draft)).toBe(false)
})
