import { expect, test } from 'vitest'
import {
  type CouponToCheck,
  changesTerms,
  findCouponProblem,
  findCouponState,
  findWidgetState,
} from './coupon-terms.staff.rules.ts'

const day = (number: number) => new Date(Date.UTC(2026, 5, number))
const coupon: CouponToCheck = {
  couponType: 'P',
  discountAmount: null,
  discountPercent: 15,
  maximumAmount: null,
  minimumAmount: 0,
  currency: 'USD',
  conditions: { categoryCodes: ['a', 'b'] },
  startsAt: day(1),
  endsAt: null,
  stockTotal: null,
}

test.each([
  [{}, undefined],
  [{ couponType: 'F' }, 'amount'],
  [{ couponType: 'S' }, 'percent'],
  [{ couponType: 'S', discountPercent: null }, undefined],
  [{ couponType: 'F', discountPercent: null, discountAmount: 5 }, undefined],
  [{ discountAmount: 5 }, 'amount'],
  [{ endsAt: day(1) }, 'ends_at'],
  [{ stockTotal: 2 }, 'stock'],
  [{ stockTotal: 3 }, undefined],
])('rejects a coupon with %o because of %s', (change, field) => {
  expect(findCouponProblem({ ...coupon, ...change }, 3)?.field).toBe(field)
})

test.each([
  [{ discountPercent: 20 }, true],
  [{ minimumAmount: 1 }, true],
  [{ conditions: { categoryCodes: ['a'] } }, true],
  [{ conditions: { categoryCodes: ['b', 'a'], productIds: [] } }, false],
  [{ endsAt: day(9), stockTotal: 9 }, false],
])('detects whether %o changes the terms: %s', (change, isOther) => {
  expect(changesTerms(coupon, { ...coupon, ...change })).toBe(isOther)
})

test.each([
  [{}, 'running'],
  [{ isActive: false }, 'ended'],
  [{ endsAt: day(5) }, 'ended'],
  [{ stockTotal: 3 }, 'taken'],
  [{ startsAt: day(6) }, 'scheduled'],
  [{ isPaused: true, stockTotal: 3 }, 'paused'],
  [{ isPaused: true, startsAt: day(6) }, 'paused'],
  [{ isPaused: true, isActive: false }, 'ended'],
])('returns the state of a coupon with %o: %s', (change, state) => {
  expect(findCouponState({ ...coupon, isActive: true, isPaused: false, stockClaimed: 3, ...change }, day(5))).toBe(
    state,
  )
})

test.each([
  [{}, 'live'],
  [{ isPublished: false }, 'paused'],
  [{ startsAt: day(6) }, 'scheduled'],
  [{ isPublished: false, endsAt: day(5) }, 'ended'],
])('returns the state of a widget with %o: %s', (change, state) => {
  expect(findWidgetState({ isPublished: true, startsAt: day(1), endsAt: null, ...change }, day(5))).toBe(state)
})
