import { describe, expect, it } from 'vitest'
import { readCameFrom, tellPlace, writeCameFrom } from './came-from.rules.ts'

describe('the list that a page was opened from', () => {
  it('is restored with its filters, without the position in the list', () => {
    const word = writeCameFrom({ view: 'to_pack', q: 'ada@example.com', at: 'HB1', peek: 'HB1', columns: '-to' })
    expect(readCameFrom(word)).toEqual({ view: 'to_pack', q: 'ada@example.com' })
  })

  it('differs between an unfiltered list and no list', () => {
    expect(readCameFrom(writeCameFrom({ at: 'HB1' }))).toEqual({})
    expect(readCameFrom(undefined)).toBeNull()
    expect(readCameFrom('')).toBeNull()
  })

  it('formats the position, except without a total or outside of the list', () => {
    const place = { previous: null, next: null, position: 4, total: 14 }
    expect(tellPlace('To pack', place)).toBe('To pack, 4 of 14')
    expect(tellPlace('To pack', { ...place, position: null })).toBe('To pack')
    expect(tellPlace('To pack', { ...place, total: null })).toBe('To pack')
    expect(tellPlace('To pack', null)).toBe('To pack')
  })
})
