import { describe, expect, it } from 'vitest'
import { formatListPosition, formatOriginList, parseOriginList } from './origin-list.rules.ts'

describe('the list that a page was opened from', () => {
  it('is restored with its filters, without the position in the list', () => {
    const word = formatOriginList({ view: 'to_pack', q: 'ada@example.com', at: 'HB1', peek: 'HB1', columns: '-to' })
    expect(parseOriginList(word)).toEqual({ view: 'to_pack', q: 'ada@example.com' })
  })

  it('is an empty filter for an unfiltered list, and null without a list', () => {
    expect(parseOriginList(formatOriginList({ at: 'HB1' }))).toEqual({})
    expect(parseOriginList(undefined)).toBeNull()
    expect(parseOriginList('')).toBeNull()
  })

  it('formats the position in the list, unless the total or the position is unknown', () => {
    const place = { previous: null, next: null, position: 4, total: 14 }
    expect(formatListPosition('To pack', place)).toBe('To pack, 4 of 14')
    expect(formatListPosition('To pack', { ...place, position: null })).toBe('To pack')
    expect(formatListPosition('To pack', { ...place, total: null })).toBe('To pack')
    expect(formatListPosition('To pack', null)).toBe('To pack')
  })
})
