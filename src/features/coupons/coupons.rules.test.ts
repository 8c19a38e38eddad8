import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTranslate } from '#contract/text/translate.ts'
import * as rules from './coupons.rules.ts'

const any: rules.CouponTerms = {
  couponType: 'F',
  discountAmount: 1500,
  discountPercent: null,
  maximumAmount: null,
  minimumAmount: 0,
  conditions: {},
}
const percent = { ...any, couponType: 'P', discountAmount: null, discountPercent: 20 }
const shipping = { ...any, couponType: 'S', discountAmount: null }
const coat = { productId: 1, categoryCode: 'coats', amount: 10_000 }
const bag = { productId: 2, categoryCode: 'bags', amount: 4_999 }

test.each([
  ['a fixed amount', any, [coat], 1500, 0],
  ['a fixed amount above the price', { ...any, discountAmount: 20_000 }, [coat], 10_000, 0],
  ['a percentage', percent, [coat, bag], 2999, 0],
  ['a percentage with a maximum discount', { ...percent, maximumAmount: 1000 }, [coat], 1000, 0],
  ['an unknown coupon type, which means a percentage', { ...percent, couponType: 'X' }, [coat], 2000, 0],
  ['free shipping', shipping, [coat], 0, 900],
  ['a minimum that is met exactly', { ...any, minimumAmount: 10_000 }, [coat], 1500, 0],
  ['a coupon for one category', { ...percent, conditions: { categoryCodes: ['bags'] } }, [coat, bag], 999, 0],
  ['a coupon for one product', { ...any, conditions: { productIds: [2] }, discountAmount: 9000 }, [coat, bag], 4999, 0],
] as const)('%s: computes the discount', (_, terms, lines, discountAmount, shippingDiscountAmount) => {
  expect(rules.computeDiscount(terms, lines, 900)).toEqual({ discountAmount, shippingDiscountAmount })
})

test.each([
  ['a cart one cent below the minimum', { ...any, minimumAmount: 10_001 }, [coat], { kind: 'amount', amount: 1 }],
  ['an empty cart', any, [], { kind: 'product' }],
  ['an empty cart with a minimum', { ...any, minimumAmount: 500 }, [], { kind: 'amount', amount: 500 }],
  [
    'an empty cart with a minimum and required products',
    { ...any, minimumAmount: 500, conditions: { productIds: [2] } },
    [],
    { kind: 'product' },
  ],
  [
    'only products that the coupon excludes',
    { ...any, conditions: { categoryCodes: ['shoes'] } },
    [coat],
    { kind: 'product' },
  ],
  [
    'a minimum that only eligible products count toward',
    { ...any, minimumAmount: 6000, conditions: { categoryCodes: ['bags'] } },
    [coat, bag],
    { kind: 'amount', amount: 1001 },
  ],
] as const)('%s: rejects the coupon and returns the missing part', (_, terms, lines, missing) => {
  expect(rules.findMissing(terms, lines)).toEqual(missing)
  expect(rules.computeDiscount(terms, lines, 900)).toBe(null)
})

const amounts = fc.integer({ min: 0, max: 1e9 })
const someLines = fc.array(
  fc.record({
    productId: fc.integer({ min: 1, max: 5 }),
    categoryCode: fc.constantFrom('coats', 'bags', 'knits'),
    amount: amounts,
  }),
  { maxLength: 8 },
)
const someTerms = fc.record({
  couponType: fc.constantFrom('F', 'S', 'P', 'X'),
  discountAmount: amounts,
  discountPercent: fc.integer({ min: 1, max: 100 }),
  maximumAmount: fc.option(amounts),
  minimumAmount: amounts,
  conditions: fc.record({
    categoryCodes: fc.subarray(['coats', 'bags']),
    productIds: fc.subarray([1, 2, 3]),
  }),
})

test('computes a discount in whole minor units, never negative and never above the amount it applies to', () => {
  fc.assert(
    fc.property(someTerms, someLines, amounts, (terms, lines, shippingAmount) => {
      const discount = rules.computeDiscount(terms, lines, shippingAmount)
      if (!discount) return
      const fitting = lines.filter((line) => rules.isCouponLine(terms, line))
      const max = fitting.reduce((sum, line) => sum + line.amount, 0)
      expect(Number.isInteger(discount.discountAmount)).toBe(true)
      expect(discount.discountAmount).toBeGreaterThanOrEqual(0)
      expect(discount.discountAmount).toBeLessThanOrEqual(max)
      expect(discount.shippingDiscountAmount).toBeGreaterThanOrEqual(0)
      expect(discount.shippingDiscountAmount).toBeLessThanOrEqual(shippingAmount)
    }),
  )
})

test('accepts the coupon once the missing amount is added', () => {
  fc.assert(
    fc.property(someTerms, someLines, (terms, lines) => {
      const missing = rules.findMissing(terms, lines)
      if (missing.kind !== 'amount') return
      const fitting = lines.find((line) => rules.isCouponLine(terms, line))
      const added = fitting ?? { productId: 1, categoryCode: 'coats' }
      expect(rules.findMissing(terms, [...lines, { ...added, amount: missing.amount }]).kind).toBe('nothing')
    }),
  )
})

const now = new Date('2026-06-15T10:00:00Z')
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000)

test.each([
  ['neither the coupon nor the claim ends', null, null, null],
  ['only the coupon ends', inDays(9), null, inDays(9)],
  ['only the claim ends', null, 7, inDays(7)],
  ['the claim ends before the coupon', inDays(9), 7, inDays(7)],
  ['the coupon ends before the claim', inDays(5), 7, inDays(5)],
])('finds the expiry when %s', (_, endsAt, validDays, expected) => {
  expect(rules.findExpiry({ endsAt, validDays }, now)).toEqual(expected)
})

test.each([
  [null, null],
  [inDays(3), 3],
  [inDays(0.99), 0],
  [inDays(1), 1],
  [inDays(1.01), 1],
  [inDays(2.99), 2],
  [inDays(-4), 0],
])('for a claim that ends at %s, returns %s remaining days', (expiresAt, days) => {
  expect(rules.countDaysLeft(expiresAt, now)).toBe(days)
})

const fresh = { status: 1, isReserved: false, startsAt: inDays(-1), expiresAt: null }
test.each([
  ['a new claim', fresh, null],
  ['a used claim', { ...fresh, status: 2, isReserved: true }, 'coupon_used'],
  ['a claim reserved by another order', { ...fresh, isReserved: true }, 'coupon_reserved'],
  ['a claim that expires at this moment', { ...fresh, expiresAt: now }, 'coupon_expired'],
  ['a coupon that starts tomorrow', { ...fresh, startsAt: inDays(1) }, 'coupon_not_started'],
  ['a coupon that starts at this moment', { ...fresh, startsAt: now }, null],
])('finds for %s the problem %s', (_, claim, problem) => {
  expect(rules.findClaimProblem(claim, now)).toBe(problem)
})

const fitting = { code: 'HELLO15', problem: null, use_condition_txt: '', missing: null } as const
const condition = 'Orders over $89'
const lacksAmount = { kind: 'amount', price: '$35.00' } as const
const lacksProduct = { kind: 'product', price: null } as const
const inEnglish = createTranslate({ language: 'en', catalogue: {} })

test.each([
  ['a usable code', fitting, null],
  ['a usable code with a condition', { ...fitting, use_condition_txt: condition }, null],
  ['an unknown code', { ...fitting, problem: 'unknown' }, 'This code is not valid. Please check it.'],
  ['a used coupon', { ...fitting, problem: 'coupon_used' }, 'This coupon has been used'],
  [
    'a coupon reserved by another order',
    { ...fitting, problem: 'coupon_reserved' },
    'This coupon is reserved for another order',
  ],
  ['an expired coupon', { ...fitting, problem: 'coupon_expired' }, 'This coupon has expired'],
  ['a coupon that starts later', { ...fitting, problem: 'coupon_not_started' }, 'This coupon cannot be used yet'],
  [
    'a coupon for new shoppers',
    { ...fitting, problem: 'coupon_new_only' },
    'This coupon is only for a first order with a confirmed email address',
  ],
  ['a coupon out of stock', { ...fitting, problem: 'coupons_gone' }, 'The coupons have been snapped up'],
  [
    'a coupon for another user group',
    { ...fitting, problem: 'not_eligible' },
    'Sorry, you are not eligible for the coupon',
  ],
  [
    'an expired coupon whose minimum is not met, which is reported as expired',
    { ...fitting, problem: 'coupon_expired', use_condition_txt: condition, missing: lacksAmount },
    'This coupon has expired',
  ],
  ['a cart without an eligible product', { ...fitting, missing: lacksProduct }, 'No item in this order qualifies'],
  [
    'a cart without an eligible product, and a condition text',
    { ...fitting, use_condition_txt: 'For bags only', missing: lacksProduct },
    'For bags only: No item in this order qualifies',
  ],
  ['an amount below the minimum', { ...fitting, missing: lacksAmount }, '$35.00 more and it can be used'],
  [
    'an amount below the minimum, and a condition text',
    { ...fitting, use_condition_txt: condition, missing: lacksAmount },
    'Orders over $89: $35.00 more',
  ],
] as const)('returns the message for a code: %s', (_, answer, text) => {
  expect(rules.explainCode(answer, inEnglish)).toBe(text)
})

test('has a different message for every problem of a code', () => {
  const problems = Object.keys(rules.codeProblems) as rules.CodeProblem[]
  const sentences = problems.map((problem) => rules.explainCode({ ...fitting, problem }, inEnglish))
  expect(new Set(sentences).size).toBe(problems.length)
})

const unused = { status: 1, orderId: null }
const reserved = { status: 1, orderId: 'o1' }
const used = { status: 2, orderId: 'o2' }
test.each([
  ['neither claim is used', unused, unused, 'own', true],
  ['the guest used the coupon', unused, used, 'guest', true],
  ['an order of the guest reserved the coupon', unused, reserved, 'guest', true],
  ['the account used the coupon', used, unused, 'own', true],
  ['the guest and the account used the coupon', used, used, 'own', false],
  ['an order of the account reserved the coupon and the guest used it', reserved, used, 'own', false],
] as const)('if %s, keeps one claim and never removes a claim with an order', (_, own, guest, keep, discardsOther) => {
  expect(rules.chooseClaim(own, guest)).toEqual({ keep, discardsOther })
})
