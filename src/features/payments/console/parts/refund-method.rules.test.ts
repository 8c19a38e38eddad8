import { expect, test } from 'vitest'
import type { RefundWays } from '#features/payments/payments.staff.contract.ts'
import { formatCredit, formatPayment } from './refund-method.rules.ts'

const usd = (amount: number) => ({ amount, currency: 'USD' })
const ways = (payment: Partial<RefundWays['payment']>, credit: Partial<RefundWays['credit']> = {}): RefundWays => ({
  payment: { amount: usd(14_189), credit: usd(0), ...payment },
  credit: { amount: usd(14_189), bonus: usd(0), bonus_percent: 0, problem: null, ...credit },
})

test.each([
  [ways({}), null, '$141.89.'],
  [ways({}, { bonus: usd(709), bonus_percent: 5 }), null, '$141.89, plus a bonus of $7.09 (5\u2009%).'],
  [
    ways({ amount: usd(11_789), credit: usd(2400) }),
    '$117.89 to this method. $24.00 is returned as store credit, because it was paid with store credit.',
    '$141.89.',
  ],
  [
    ways({ amount: usd(0), credit: usd(2400) }),
    '$24.00 is returned as store credit, because it was paid with store credit.',
    '$141.89.',
  ],
  [ways({ amount: { amount: 12_770, currency: 'EUR' } }), null, '$141.89 at today’s rate.'],
  [
    ways({}, { problem: 'no_account' }),
    null,
    'Not available, because the customer ordered as a guest and has no account.',
  ],
])('formats for %j the payment part %j and the credit part %j', (given, payment, credit) => {
  expect([formatPayment(given), formatCredit(given)]).toEqual([payment, credit])
})
