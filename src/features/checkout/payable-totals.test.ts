import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decimalsOf, payStepOf, roundToStep } from '#contract/money/currency-units.ts'
import { choosePayable, convertAmounts } from '#features/catalogue/prices.rules.ts'
import { computeDiscount, couponType } from '#features/coupons/coupons.rules.ts'
import { computeCreditCoverage, splitRefund } from '#features/credit/credit.rules.ts'
import { shareDiscount } from '#features/orders/discount-shares.rules.ts'
import { findStripeDecimals, rescaleAmount } from '#features/payments/payments.rules.ts'
import { convertAmount, type PricedCurrency } from '#features/settings/conversion.rules.ts'
import { priceEndings } from '#features/settings/price-endings.rules.ts'

const home = { rate: 1, decimals: 2, roundingAmount: 1 }
const rates = { EUR: 1, JPY: 161.2, HUF: 392.7, KWD: 0.334, BHD: 0.4087, TND: 3.37, MGA: 4981.5 }
const order = fc.record({
  code: fc.constantFrom('EUR', 'JPY', 'HUF', 'KWD', 'BHD', 'TND', 'MGA') as fc.Arbitrary<keyof typeof rates>,
  roundingAmount: fc.constantFrom(1, 5, 100),
  priceEnding: fc.constantFrom(...priceEndings),
  priceAdjustment: fc.integer({ min: -50_000, max: 200_000 }),
  // A price in the shop's currency is converted. An own price is stored in the currency of the order.
  prices: fc.array(fc.record({ amount: fc.integer({ min: 1, max: 5_000_000 }), isOwn: fc.boolean() }), {
    minLength: 1,
    maxLength: 8,
  }),
  shipping: fc.integer({ min: 0, max: 5_000 }),
  coupon: fc.constantFrom(couponType.fixed, couponType.percent, couponType.freeShipping),
  discount: fc.integer({ min: 1, max: 9_999 }),
  percent: fc.integer({ min: 1, max: 100 }),
  balance: fc.integer({ min: 0, max: 1_000_000 }),
})

test('every payable amount of an order is a multiple of the smallest payment, in any currency', () => {
  fc.assert(
    fc.property(order, ({ code, prices, shipping, coupon, discount, percent, balance, ...policy }) => {
      const step = payStepOf(code)
      const to: PricedCurrency = {
        code,
        rate: rates[code],
        decimals: decimalsOf(code),
        priceRule: 'converted',
        ...policy,
      }
      const none = { specialPriceAmount: null, newUserPriceAmount: null, compareAtAmount: null }
      const amounts = prices.map(({ amount, isOwn }) => {
        const given = { ...none, priceAmount: amount }
        return choosePayable((isOwn ? null : convertAmounts(given, home, to)) ?? given, false, code).priceAmount
      })
      const shippingAmount = roundToStep(convertAmount(shipping, home, to), step)
      const lines = amounts.map((amount, at) => ({ id: String(at), productId: at, categoryCode: 'x', amount }))
      const terms = { couponType: coupon, discountAmount: discount, discountPercent: percent, maximumAmount: null }
      const off = computeDiscount({ ...terms, minimumAmount: 0, conditions: {} }, lines, shippingAmount, step)
      const shares = shareDiscount(off?.discountAmount ?? 0, amounts, step)
      const paid = amounts.map((amount, at) => amount - (shares[at] ?? 0))
      const total = paid.reduce((sum, one) => sum + one, 0) + shippingAmount - (off?.shippingDiscountAmount ?? 0)
      const { creditAmount } = computeCreditCoverage(balance, total, home, to, step)
      const refund = splitRefund(paid[0] ?? 0, total - creditAmount)
      for (const amount of [...amounts, ...paid, shippingAmount, total, total - creditAmount, refund.paymentAmount]) {
        expect(amount).toBeGreaterThanOrEqual(0)
        expect(amount % step).toBe(0)
        expect(rescaleAmount(amount, to.decimals, findStripeDecimals(code))).not.toBeNull()
      }
    }),
    { numRuns: 500 },
  )
})
