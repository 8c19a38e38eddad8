import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createLog } from '#server/log/log.ts'
import { createStripeTax } from './stripe-tax.ts'

/** Stripe's documented example of a calculation: https://docs.stripe.com/api/tax/calculations/object */
const documented = {
  id: 'taxcalc_1OduxkBUZ691iUZ4iWvpMApI',
  object: 'tax.calculation',
  amount_total: 1953,
  currency: 'usd',
  line_items: {
    object: 'list',
    data: [
      {
        ...{ id: 'tax_li_PSqf3RMNZa23H4', object: 'tax.calculation_line_item', amount: 1499, amount_tax: 154 },
        ...{ quantity: 1, reference: 'line-0', tax_behavior: 'exclusive', tax_code: 'txcd_10000000' },
      },
    ],
    has_more: false,
  },
  shipping_cost: { amount: 300, amount_tax: 0, tax_behavior: 'exclusive', tax_code: 'txcd_92010001' },
  tax_amount_exclusive: 154,
  tax_amount_inclusive: 0,
  tax_breakdown: [{ amount: 154, inclusive: false, tax_rate_details: { country: 'US', percentage_decimal: '10.25' } }],
}
const seattle = {
  ...{ currency: 'USD', decimals: 2, display: 'added' as const, shippingAmount: 300 },
  lines: [{ amount: 1499, taxCategory: null }],
  address: { country: 'US', region: 'WA', postcode: '98104' },
}

const asked: URLSearchParams[] = []
let answer: { status: number; body: unknown }
const server = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk) => {
    body += chunk
  })
  request.on('end', () => {
    asked.push(new URLSearchParams(body))
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body))
  })
})
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => server.close())
beforeEach(() => {
  asked.length = 0
  answer = { status: 200, body: documented }
})

const open = () => {
  const { port } = server.address() as AddressInfo
  const api = { host: '127.0.0.1', port, protocol: 'http' as const }
  return createStripeTax({ secretKey: 'sk_test_x', api, log: createLog('silent') })
}

test('asks Stripe for the tax of an order, once for the same amounts', async () => {
  const provider = open()
  const expected = { lines: [{ taxAmount: 154, rate: 10_274 }], shipping: { taxAmount: 0, rate: 0 } }
  expect(await provider.quote(seattle)).toEqual(expected)
  expect(await provider.quote(seattle)).toEqual(expected)
  expect(asked.map((form) => Object.fromEntries(form))).toEqual([
    expect.objectContaining({
      currency: 'usd',
      'line_items[0][amount]': '1499',
      'line_items[0][tax_behavior]': 'exclusive',
      'shipping_cost[amount]': '300',
      'customer_details[address][state]': 'WA',
      'customer_details[address][postal_code]': '98104',
      'expand[0]': 'line_items.data.tax_breakdown',
    }),
  ])
})

test('adds up the rates of state, county and city', async () => {
  const breakdown = ['6.5', '3.75'].map((percentage_decimal) => ({ tax_rate_details: { percentage_decimal } }))
  const [line] = documented.line_items.data
  answer = {
    status: 200,
    body: { ...documented, line_items: { ...documented.line_items, data: [{ ...line, tax_breakdown: breakdown }] } },
  }
  expect((await open().quote(seattle))?.lines).toEqual([{ taxAmount: 154, rate: 10_250 }])
})

test('returns nothing for an unknown place, a missing line or an error, so that the shop uses its own rates', async () => {
  const provider = open()
  expect(await provider.quote({ ...seattle, address: { ...seattle.address, postcode: '' } })).toBeNull()
  expect(asked).toEqual([])
  answer = { status: 200, body: { ...documented, line_items: { object: 'list', data: [] } } }
  expect(await provider.quote(seattle)).toBeNull()
  answer = { status: 500, body: { error: { type: 'api_error', message: 'Down' } } }
  expect(await provider.quote(seattle)).toBeNull()
  answer = { status: 200, body: documented }
  expect(await provider.quote(seattle)).not.toBeNull()
})
