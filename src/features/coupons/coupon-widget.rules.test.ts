import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as rules from './coupon-widget.rules.ts'

test.each([
  [3, 1, 3, { rows: 1, perRow: 3 }],
  [4, 2, 2, { rows: 2, perRow: 2 }],
  [4, 1, 3, { rows: 2, perRow: 2 }],
  [5, 1, 3, { rows: 2, perRow: 3 }],
  [3, 2, 2, { rows: 1, perRow: 3 }],
  [1, 2, 2, { rows: 1, perRow: 1 }],
  [2, 1, 1, { rows: 1, perRow: 2 }],
  [6, 3, 2, { rows: 3, perRow: 2 }],
  [6, 1, 2, { rows: 2, perRow: 3 }],
  [0, 1, 3, { rows: 1, perRow: 1 }],
])('lays out %i coupons with the settings %i × %i as %o', (count, rows, perRow, expected) => {
  expect(rules.layOutCoupons(count, rows, perRow)).toEqual(expected)
})

test('places every coupon in the layout under any settings', () => {
  const size = fc.integer({ min: 1, max: 12 })
  fc.assert(
    fc.property(size, size, size, (count, rowNum, numPerRow) => {
      const { rows, perRow } = rules.layOutCoupons(count, rowNum, numPerRow)
      expect(rows * perRow).toBeGreaterThanOrEqual(count)
      expect((rows - 1) * perRow).toBeLessThan(count)
    }),
  )
})

const received = { is_available: true, is_received: true, block_reason: null }
const reserved = { ...received, block_reason: 'coupon_reserved' } as const
const spent = { ...received, block_reason: 'coupon_used' } as const
const available = { is_available: true, is_received: false, block_reason: null }
const gone = { is_available: false, is_received: false, block_reason: null }

test.each([
  ['nothing', [], true, 'gone'],
  ['all coupons gone', [gone, gone], true, 'gone'],
  ['one coupon available and the other gone', [gone, available], false, 'available'],
  ['one coupon received and the other gone', [gone, { ...received, is_available: false }], false, 'received'],
  ['one coupon received and the other available', [received, available], false, 'available'],
  ['all coupons received', [received, received], false, 'received'],
  ['one coupon reserved and the other usable', [reserved, received], false, 'received'],
  ['one coupon reserved and the other available', [reserved, available], false, 'available'],
  ['coupons that are used, reserved or gone', [spent, reserved, gone], false, 'held'],
] as const)(
  'with %s, decides whether the widget is hidden and sets the state of its bundle button',
  (_, entries, isHidden, state) => {
    expect(rules.isWidgetHidden(entries)).toBe(isHidden)
    expect(rules.bundleState(entries)).toBe(state)
  },
)

test.each([
  [[available], 'GET'],
  [[available, available], 'GET ALL'],
  [[received, reserved], 'USE-1'],
  [[reserved], 'Reserved'],
  [[spent], 'Used-1'],
  [[gone], 'Sold out'],
])('the button for %o has the message %s', (entries, id) => {
  expect(rules.buttonId(entries)).toBe(id)
})

test.each([
  [1, true, null],
  [1, false, null],
  [2, true, null],
  [2, false, 'not_new_user'],
  [3, true, 'not_eligible'],
  [3, false, null],
] as const)('for group %i and new %s, the problem is %s', (group, isNew, problem) => {
  expect(rules.findEligibilityProblem(group, isNew)).toBe(problem)
})

test.each([
  [1, false, null, 'subscribe'],
  [1, false, 'a@b.co', 'claim'],
  [1, true, 'a@b.co', 'claim'],
  [2, false, null, 'sign-in'],
  [2, false, 'a@b.co', 'sign-in'],
  [2, true, 'a@b.co', 'claim'],
] as const)('for type %i, signed in %s and address %s, the next step is %s', (type, isSignedIn, email, step) => {
  expect(rules.nextClaimStep(type, { isSignedIn, email })).toBe(step)
})

test.each([
  ['/', '/', null],
  ['/', '/account', 'https://harbor.test/'],
  ['/products/coat', '/', 'https://harbor.test/products/coat'],
  ['/?sale=1', '/', 'https://harbor.test/?sale=1'],
  ['https://apps.apple.com/', '/', 'https://apps.apple.com/'],
])('using a coupon for %s at %s leads to %s', (jumpUrl, pathname, target) => {
  expect(rules.findUseTarget(jumpUrl, { origin: 'https://harbor.test', pathname })).toBe(target)
})
