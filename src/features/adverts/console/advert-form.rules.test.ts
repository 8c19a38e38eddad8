import { expect, test } from 'vitest'
import type { StaffAdvert } from '../adverts.staff.contract.ts'
import { computeBar, fillDays, formatRate, toAdvertValues, toSentAdvert } from './advert-form.rules.ts'

const advert: StaffAdvert = {
  id: 3,
  position: 'account',
  kind: 'widget',
  widget_id: 12,
  picture: null,
  alt: '',
  link: null,
  ios_url: null,
  google_url: null,
  device: 'all',
  starts_at: '2026-09-01T00:00:00Z',
  ends_at: '2026-10-01T00:00:00Z',
  sort: 0,
  is_active: true,
  status: 'running',
}

test('converts an advert to form values with dates, and back to a request with only the changed fields', () => {
  const values = toAdvertValues(advert, 'UTC')
  expect(values).toMatchObject({ starts_at: '2026-09-01', ends_at: '2026-09-30', widget_id: '12', link: '' })
  expect(toSentAdvert({ ends_at: '2026-10-31' }, values, 'UTC')).toEqual({ ends_at: '2026-11-01T00:00:00.000Z' })
  expect(toSentAdvert({ ends_at: '', sort: null }, values, 'UTC')).toEqual({ ends_at: null, sort: 0 })
})

test('removes the widget of an advert that becomes a link', () => {
  const values = { ...toAdvertValues(advert, 'UTC'), kind: 'link' as const, link: '/sale' }
  expect(toSentAdvert({ kind: 'link', link: '/sale' }, values, 'UTC')).toEqual({
    kind: 'link',
    link: '/sale',
    widget_id: null,
  })
})

test('clips the bar of a schedule to the visible range', () => {
  const shown = { from: Date.parse('2026-09-11T00:00:00Z'), to: Date.parse('2026-10-21T00:00:00Z') }
  expect(computeBar(advert, shown)).toEqual({ start: 0, size: 50 })
  expect(computeBar({ ...advert, ends_at: null }, shown)).toEqual({ start: 0, size: 100 })
  expect(computeBar({ ...advert, starts_at: '2026-10-01T00:00:00Z', ends_at: null }, shown)).toEqual({
    start: 50,
    size: 50,
  })
  expect(computeBar({ ...advert, ends_at: '2026-09-05T00:00:00Z' }, shown)).toBeNull()
})

test('fills days without clicks with zero and ends with today', () => {
  const now = Date.parse('2026-03-02T23:00:00Z')
  const taps = [
    { day: '2026-02-28', clicks: 3 },
    { day: '2026-03-02', clicks: 1 },
    { day: '2026-01-01', clicks: 9 },
  ]
  expect(fillDays(taps, now, 4)).toEqual([0, 3, 0, 1])
})

test('formats the click rate, empty without views and at most 100%', () => {
  expect(formatRate({ shown: 41_200, clicks: 2_884 })).toBe('7.0\u2009%')
  expect(formatRate({ shown: 0, clicks: 3 })).toBe('')
  expect(formatRate({ shown: 2, clicks: 3 })).toBe('100.0\u2009%')
})
