import { expect, test } from 'vitest'
import type { StaffCoupon } from '#features/coupons/coupons.staff.contract.ts'
import { createEmptyDraft } from './widget-draft.ts'
import {
  checkColors,
  fromLocalInput,
  listLayouts,
  setColor,
  toLocalInput,
  toShopWidget,
} from './widget-preview.rules.ts'

const coupon: StaffCoupon = {
  id: 7,
  code: 'SWIM10',
  kind: 'fixed',
  amount: { amount: 1000, currency: 'USD' },
  percent: null,
  maximum: null,
  minimum: null,
  categories: [],
  products: [],
  condition_text: 'Orders over $60',
  object: '',
  link: '/',
  link_name: '',
  texts: {},
  starts_at: '2026-01-01T00:00:00Z',
  ends_at: null,
  valid_days: null,
  stock: null,
  claimed: 0,
  status: 'running',
  possible: [],
}

const draft = { ...createEmptyDraft('2026-01-01T00:00:00Z'), coupons: ['SWIM10', 'GONE'] }

test('shows coupons in order and skips unknown codes, as in the shop', () => {
  const { settings } = toShopWidget(draft, [coupon], [])
  expect(settings.coupon.codes.map(({ link_detail, ...code }) => ({ ...code, ...link_detail }))).toMatchObject([
    { code: 'SWIM10', amount: '$10', coupon_type: 'F', is_available: true, is_received: false },
  ])
})

test('shows a coupon out of stock as unavailable and a claimed coupon as received', () => {
  const taken = toShopWidget(draft, [{ ...coupon, status: 'taken' }], []).settings.coupon.codes[0]
  expect(taken?.is_available).toBe(false)
  expect(toShopWidget(draft, [coupon], ['SWIM10']).settings.coupon.codes[0]?.is_received).toBe(true)
  const paused = { ...coupon, status: 'paused' as const }
  expect(toShopWidget(draft, [paused], []).settings.coupon.codes).toEqual([])
  expect(toShopWidget(draft, [paused], ['SWIM10']).settings.coupon.codes).toHaveLength(1)
})

test('lists layouts with full rows, and the shop’s automatic layout', () => {
  expect(listLayouts(4).map(({ rows, perRow }) => `${rows}x${perRow}`)).toEqual(['1x4', '2x2', '4x1'])
  expect(listLayouts(5).map(({ rows, perRow }) => `${rows}x${perRow}`)).toEqual(['1x5', '2x3', '5x1'])
})

test('reports the color that replaces an unreadable color', () => {
  const defaults = checkColors(draft)
  expect(defaults.discount).toMatchObject({ shown: '#0F3640', replacement: null })
  expect(defaults.background.contrast).toBeGreaterThan(12)
  const grey = checkColors({ ...draft, style: setColor(draft.style, 'discount', '#DDDDDD') })
  expect(grey.discount).toMatchObject({ shown: '#DDDDDD', replacement: 'ink' })
  expect(grey.discount.contrast).toBeLessThan(4.5)
})

test('keeps a moment unchanged when it is converted to a local input value and back', () => {
  expect(fromLocalInput(toLocalInput('2026-10-10T09:30:00Z'))).toBe('2026-10-10T09:30:00Z')
  expect(fromLocalInput('')).toBe(null)
})
