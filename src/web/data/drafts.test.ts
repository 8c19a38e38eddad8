import { beforeEach, expect, test, vi } from 'vitest'

/** Provides the parts of a browser that drafts use: the storage and the signed-in account. */
function openBrowser(kept: Record<string, string> = {}) {
  const page = { cookie: '' }
  const store = Object.assign(
    Object.create({
      getItem: (key: string) => store[key] ?? null,
      setItem: (key: string, value: string) => void Object.assign(store, { [key]: value }),
      removeItem: (key: string) => void delete store[key],
    }) as Record<string, string>,
    kept,
  )
  vi.stubGlobal('document', page)
  vi.stubGlobal('localStorage', store)
  return {
    kept: () => ({ ...store }),
    signIn: (member: string | null) => {
      page.cookie = member ? `member_id=${member}` : ''
    },
  }
}

const loadDrafts = () => import('./drafts.ts')

beforeEach(() => {
  vi.resetModules()
})

test('keeps a draft beyond the session of its account, readable by that account only', async () => {
  const browser = openBrowser()
  const { saveDraft, readDraft } = await loadDrafts()
  browser.signIn('ada')
  expect(readDraft('return:1')).toBe(null)
  saveDraft('return:1', { comment: 'too warm' })
  // The session ends while Ada continues to type.
  browser.signIn(null)
  saveDraft('return:1', { comment: 'too warm by far' })
  expect(readDraft('return:1')).toBe(null)
  browser.signIn('bob')
  expect(readDraft('return:1')).toBe(null)
  saveDraft('return:1', { comment: 'of Bob' })
  browser.signIn('ada')
  expect(readDraft('return:1')).toEqual({ comment: 'too warm by far' })
})

test('deletes the drafts of the account on sign-out, and no others', async () => {
  const browser = openBrowser({ 'draft:bob:return:1': '{"comment":"of Bob"}', other: 'x' })
  const { deleteDrafts, saveDraft } = await loadDrafts()
  browser.signIn('ada')
  saveDraft('return:1', { comment: 'of Ada' })
  deleteDrafts()
  expect(browser.kept()).toEqual({ 'draft:bob:return:1': '{"comment":"of Bob"}', other: 'x' })
})

test('separates the drafts of staff members, independent of the signed-in shopper', async () => {
  const browser = openBrowser({ 'draft:guest:checkout': '{"email":"ada@harbor.test"}' })
  browser.signIn('ada')
  const { deleteDrafts, saveDraft, setDraftOwner, readDraft } = await loadDrafts()
  setDraftOwner('staff-1')
  saveDraft('staff_answer:1', { body: 'On its way' })
  expect(readDraft('staff_answer:1')).toEqual({ body: 'On its way' })
  setDraftOwner('staff-2')
  expect(readDraft('staff_answer:1')).toBe(null)
  setDraftOwner('staff-1')
  deleteDrafts()
  expect(browser.kept()).toEqual({ 'draft:guest:checkout': '{"email":"ada@harbor.test"}' })
})

test("continues a guest's draft in the account, once", async () => {
  const browser = openBrowser()
  const { saveDraft, readDraft } = await loadDrafts()
  saveDraft('checkout', { email: 'ada@harbor.test' })
  browser.signIn('ada')
  expect(readDraft('checkout')).toEqual({ email: 'ada@harbor.test' })
  saveDraft('checkout', { email: 'ada@harbor.test', address: {} })
  browser.signIn('bob')
  expect(readDraft('checkout')).toBe(null)
})
