import { describe, expect, it } from 'vitest'
import { readCameFrom, tellPlace, writeCameFrom } from './came-from.rules.ts'

describe('the list that somebody comes from', () => {
  it('comes back with its filters, and without where the reader was in it', () => {
    const word = writeCameFrom({ view: 'to_pack', q: 'ada@example.com', at: 'HB1', peek: 'HB1', columns: '-to' })
    expect(readCameFrom(word)).toEqual({ view: 'to_pack', q: 'ada@example.com' })
  })

  it('is another one as it opens than none at all', () => {
    expect(readCameFrom(writeCameFrom({ at: 'HB1' }))).toEqual({})
    expect(readCameFrom(undefined)).toBeNull()
    expect(readCameFrom('')).toBeNull()
  })

  it('says which of how many, unless nobody counts or it has left the list', () => {
    const place = { previous: null, next: null, position: 4, total: 14 }
    expect(tellPlace('To pack', place)).toBe('To pack, 4 of 14')
    expect(tellPlace('To pack', { ...place, position: null })).toBe('To pack')
    expect(tellPlace('To pack', { ...place, total: null })).toBe('To pack')
    expect(tellPlace('To pack', null)).toBe('To pack')
  })
})
