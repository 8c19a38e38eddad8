import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { prefillAddress } from '../addresses.rules.ts'
import { addressDraft } from './address-draft.ts'

const kept = new Map<string, string>()

beforeEach(() => {
  kept.clear()
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
    removeItem: (key: string) => kept.delete(key),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('restores an unsaved address, and does not store an empty address', () => {
  const typed = prefillAddress({ firstname: 'Ann', city: 'Bath' })
  addressDraft.keep(typed)
  expect(addressDraft.read()).toEqual(typed)
  addressDraft.keep(prefillAddress({}))
  expect(addressDraft.read()).toBeNull()
  expect(kept.size).toBe(0)
})

test('restores the matching fields of a draft stored by an older version', () => {
  kept.set('draft:guest:address', JSON.stringify({ city: 'Bath', planet: 'Earth' }))
  expect(addressDraft.read()).toEqual(prefillAddress({ city: 'Bath' }))
})
