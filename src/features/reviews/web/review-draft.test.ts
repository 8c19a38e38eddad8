import { expect, test } from 'vitest'
import { emptyDraft, isEmptyDraft, parseDraft } from './review-draft.ts'

const hour = 60 * 60 * 1000
const draft = { stars: 4.5, content: 'Soft', labelIds: [1], images: [{ id: 'a', url: '/images/a', at: 0 }] }

test('a kept draft comes back as it was', () => {
  expect(parseDraft(draft, hour)).toEqual(draft)
})

test('pictures that the shop has forgotten by now are left out', () => {
  expect(parseDraft(draft, 24 * hour)).toEqual({ ...draft, images: [] })
})

test.each([null, '', 'nonsense', {}, { ...draft, stars: 9 }])('%j is no draft', (kept) => {
  expect(parseDraft(kept, 0)).toBeNull()
})

test('an untouched form is nothing to keep', () => {
  expect(isEmptyDraft(emptyDraft)).toBe(true)
  expect(isEmptyDraft(draft)).toBe(false)
})
