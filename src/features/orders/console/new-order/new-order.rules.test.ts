import { expect, test } from 'vitest'
import { emptyOrder, formatNextStep, toNewOrder } from './new-order.rules.ts'

const usd = (amount: number) => ({ amount, currency: 'USD' })
const quote = { currency: 'USD', shipping_method: 'standard', claim_id: null, total: usd(6000) }
const guest = { ...emptyOrder, email: ' ada@example.com ', items: [{ sku: 'A', quantity: 2 }], 'address.city': 'Bath' }

test('sends the email address and the typed address of a buyer without an account', () => {
  expect(toNewOrder(guest, quote)).toMatchObject({
    email: 'ada@example.com',
    address: { city: 'Bath' },
    lines: guest.items,
    total: usd(6000),
    payable_hours: 24,
    sends_link: true,
  })
})

test('sends the id of a customer and of one of the customer’s addresses', () => {
  const sent = toNewOrder({ ...guest, customer_id: 'c', address_id: 'a', language: 'de' }, quote)
  expect(sent).toMatchObject({ customer_id: 'c', address_id: 'a' })
  expect(sent).not.toHaveProperty('email')
  expect(sent).not.toHaveProperty('language')
  expect(sent).not.toHaveProperty('address')
})

test('sends no payment link for an order that is paid or free', () => {
  const paid = { ...guest, next: 'paid' as const, method: 'Cash', reference: ' ' }
  expect(toNewOrder(paid, quote)).toMatchObject({ sends_link: false, payment: { method: 'Cash' } })
  expect(toNewOrder(paid, quote).payment).not.toHaveProperty('reference')
  const free = { ...quote, total: usd(0) }
  expect(toNewOrder(paid, free).payment).toBeUndefined()
  expect(toNewOrder(guest, free).sends_link).toBe(false)
})

test('describes what happens after the order is created', () => {
  expect(formatNextStep(guest, usd(0))).toContain('on hold')
  expect(formatNextStep(guest, usd(1))).toMatch(/mail .* right away.*held for a day/)
  expect(formatNextStep({ next: 'later', payable_hours: '168' }, usd(1))).toMatch(/^No email is sent.*held for a week/)
  expect(formatNextStep({ next: 'paid', payable_hours: '24' }, usd(12_800))).toContain('$128.00')
})
