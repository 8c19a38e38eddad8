import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hourMs, minuteMs } from '#contract/times/times.ts'
import { getProduct } from '#features/catalogue/catalogue.contract.ts'
import { getToday } from '#features/dashboard/figures.staff.contract.ts'
import { listAudit } from '#features/staff/audit.staff.contract.ts'
import { stockShop } from '#testing/shops/stocked-shop.ts'
import { type StaffPerson, testStaff } from '#testing/staff.ts'
import { testShop } from '#testing/test-shop.ts'
import { editCurrency, editSettings, fetchExchangeRates, getCurrency, getSettings } from '../settings.staff.contract.ts'
import { fetchRates } from './exchange-rates.service.ts'
import { currencies, currencyRates } from './settings.tables.ts'

const shop = testShop()
const staff = testStaff(shop)
let owner: StaffPerson
let server: Server
/** The response of the bank. Null means that the bank does not respond. */
let answer: { status?: number; body: string } | null
let requestCount = 0

const others = ['BRL', 'CZK', 'DKK', 'HUF', 'PLN', 'RON', 'SEK', 'NOK', 'CHF', 'ISK']
function bankFile(day: string, rates: Record<string, string | number>): string {
  const all = { ...Object.fromEntries(others.map((code) => [code, 10])), ...rates }
  const cubes = Object.entries(all).map(([code, rate]) => `\t\t\t<Cube currency='${code}' rate='${rate}'/>`)
  return `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
	<Cube>
		<Cube time='${day}'>
${cubes.join('\n')}
		</Cube>
	</Cube>
</gesmes:Envelope>`
}

const evening = new Date('2026-06-16T16:30:00Z')

beforeAll(async () => {
  shop.clock.set(evening)
  await stockShop(shop.shop.db, shop.clock.now())
  owner = await staff.member()
  server = createServer((_, response) => {
    requestCount++
    if (answer) response.writeHead(answer.status ?? 200, { 'content-type': 'text/xml' }).end(answer.body)
    else response.destroy()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  shop.shop.ratesUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/daily.xml`
})
afterAll(() => server.close())

beforeEach(async () => {
  const { db } = shop.shop
  shop.clock.set(evening)
  const asOf = new Date('2026-06-12T13:15:00Z')
  await db.insert(currencies).values({ id: 90, code: 'KWD', name: 'Dinar' }).onConflictDoNothing()
  for (const [currency, rate] of [
    ['USD', 1],
    ['EUR', 0.9],
    ['KWD', 0.3],
  ] as const) {
    const values = { currency, rate, asOf }
    await db.insert(currencyRates).values(values).onConflictDoUpdate({ target: currencyRates.currency, set: values })
  }
  await owner.call(editSettings, { exchange_rates: { source: 'manual' } }, { ifMatch: '*' })
  await owner.call(editSettings, { exchange_rates: { source: 'ecb' } }, { ifMatch: '*' })
  requestCount = 0
})

const rateOf = async (code: string) => (await owner.call(getCurrency, { code })).data
const stateNow = async () => (await owner.call(getSettings, {})).data.exchange_rates
const waits = async () => {
  const { data } = await owner.call(getToday, {})
  return data.waiting.find(({ kind }) => kind === 'exchange_rates')
}

test("fetches the day's rates once with their day, and prices follow the rates", async () => {
  answer = { body: bankFile('2026-06-16', { USD: 1.25, GBP: 0.8 }) }
  const ada = await shop.signedIn()
  const priceNow = async () =>
    (await ada.call(getProduct, { handle: 'dress', currency: 'EUR' })).skus[0]?.price.price_value
  const before = Number(await priceNow())
  await fetchRates(shop.shop)
  expect(await rateOf('EUR')).toMatchObject({ rate: 0.8, rate_as_of: '2026-06-16T13:15:00Z', rate_source: 'ecb' })
  expect(await rateOf('USD')).toMatchObject({ rate: 1 })
  expect(await stateNow()).toEqual({
    source: 'ecb',
    fetched_at: '2026-06-16T16:30:00Z',
    problem: null,
    by_hand: ['JPY', 'KWD'],
  })
  expect(Number(await priceNow())).toBeCloseTo((before / 0.9) * 0.8, 1)
  expect((await owner.call(listAudit, { about: 'currencies' })).data.data).toMatchObject([
    { actor: { kind: 'timer', name: 'fetchRates' }, before: { EUR: 0.9 }, after: { EUR: 0.8 } },
  ])
  await fetchRates(shop.shop)
  expect(requestCount).toBe(1)
  shop.clock.advance(24 * hourMs)
  await fetchRates(shop.shop)
  expect(requestCount).toBe(2)
})

test.each([
  ['silence', null, /does not respond/],
  ['an error status', { status: 503, body: 'later' }, /responded with status 503/],
  ['a page that is not the file', { body: '<html>Maintenance</html>' }, /has no date/],
  ['a truncated file', { body: bankFile('2026-06-16', { USD: 1.25 }).slice(0, 400) }, /is incomplete/],
  ['a rate of 0', { body: bankFile('2026-06-16', { USD: 0 }) }, /invalid rate/],
  ['a rate that is not a plain number', { body: bankFile('2026-06-16', { USD: '1e9' }) }, /invalid rate/],
  ['no rate for dollars', { body: bankFile('2026-06-16', { GBP: 0.8 }) }, /no rate of USD/],
  ['a day in the future', { body: bankFile('2027-06-16', { USD: 1.25 }) }, /date in the future/],
  ['a file that is too large', { body: 'x'.repeat(200_000) }, /larger than/],
])('changes no rate on %s, reports the problem to staff, and tries again after an hour', async (_, given, problem) => {
  answer = given
  await fetchRates(shop.shop)
  expect(await rateOf('EUR')).toMatchObject({ rate: 0.9, rate_as_of: '2026-06-12T13:15:00Z' })
  expect(await stateNow()).toMatchObject({ fetched_at: null, problem: expect.stringMatching(problem) })
  expect(await waits()).toMatchObject({ count: 1, oldest_at: '2026-06-16T16:30:00Z' })
  await fetchRates(shop.shop)
  expect(requestCount).toBe(1)
  shop.clock.advance(hourMs + 1000)
  answer = { body: bankFile('2026-06-16', { USD: 1.25 }) }
  await fetchRates(shop.shop)
  expect(await rateOf('EUR')).toMatchObject({ rate: 0.8 })
  expect(await stateNow()).toMatchObject({ problem: null })
  expect(await waits()).toMatchObject({ count: 0 })
})

test('ignores an implausible jump of a rate, and never replaces a rate entered by staff with an older rate', async () => {
  answer = { body: bankFile('2026-06-16', { USD: 0.5 }) }
  await fetchRates(shop.shop)
  expect(await rateOf('EUR')).toMatchObject({ rate: 0.9 })
  expect((await stateNow()).problem).toMatch(/EUR from 0.9 to 2/)
  await owner.call(editCurrency, { code: 'EUR', rate: 1.99 }, { ifMatch: '*' })
  await fetchRates(shop.shop)
  expect(requestCount).toBe(2)
  expect(await rateOf('EUR')).toMatchObject({ rate: 1.99, rate_as_of: '2026-06-16T16:30:00Z' })
  expect((await stateNow()).problem).toBeNull()
})

test('fetches nothing if staff enter the rates by hand', async () => {
  await owner.call(editSettings, { exchange_rates: { source: 'manual' } }, { ifMatch: '*' })
  await fetchRates(shop.shop)
  expect(requestCount).toBe(0)
})

test('causes no conflict for staff who edit the settings while the timer stores rates', async () => {
  const { etag } = await owner.call(getSettings, {})
  answer = { body: bankFile('2026-06-16', { USD: 1.25 }) }
  await fetchRates(shop.shop)
  const { data } = await owner.call(editSettings, { shop: { name: 'Quay' } }, { ifMatch: etag ?? '' })
  expect(data.shop.name).toBe('Quay')
})

test('fetches rates on request at most once a minute, and logs the member as the actor', async () => {
  answer = { body: bankFile('2026-06-16', { USD: 1.25 }) }
  const { data } = await owner.call(fetchExchangeRates, {})
  expect(data).toMatchObject({ changed: ['EUR'], problem: null, fetched_at: '2026-06-16T16:30:00Z' })
  expect(await rateOf('EUR')).toMatchObject({ rate: 0.8, rate_source: 'ecb' })
  expect((await owner.call(listAudit, { about: 'currencies', limit: 1 })).data.data).toMatchObject([
    { actor: { kind: 'member' }, call: 'POST /currencies/fetch-rates', before: { EUR: 0.9 }, after: { EUR: 0.8 } },
  ])
  expect((await owner.call(fetchExchangeRates, {})).data.changed).toEqual([])
  expect(requestCount).toBe(1)
  await owner.call(editCurrency, { code: 'EUR', rate: 0.81 }, { ifMatch: '*' })
  expect(await rateOf('EUR')).toMatchObject({ rate_source: 'manual' })
  shop.clock.advance(minuteMs)
  answer = { body: bankFile('2026-06-17', { USD: 0.5 }) }
  const { data: absurd } = await owner.call(fetchExchangeRates, {})
  expect(absurd).toMatchObject({ changed: [], problem: expect.stringMatching(/EUR from 0.81 to 2/) })
  expect(await rateOf('EUR')).toMatchObject({ rate: 0.81 })
})

test('rejects a request to fetch rates if staff enter the rates by hand', async () => {
  await owner.call(editSettings, { exchange_rates: { source: 'manual' } }, { ifMatch: '*' })
  await expect(owner.call(fetchExchangeRates, {})).rejects.toMatchObject({ problem: { code: 'no_rate_source' } })
  const support = await staff.member('support')
  await expect(support.call(fetchExchangeRates, {})).rejects.toMatchObject({ problem: { code: 'not_allowed' } })
  expect(requestCount).toBe(0)
})

test("converts the rates to the shop's own currency, and reports a currency that the source lacks", async () => {
  const change = (currency: string) => owner.call(editSettings, { shop: { currency } }, { ifMatch: '*' })
  await change('EUR')
  await fetchRates(shop.shop)
  answer = { body: bankFile('2026-06-16', { USD: 1.25, GBP: 0.8 }) }
  await owner.call(fetchExchangeRates, {})
  shop.clock.advance(minuteMs)
  await owner.call(fetchExchangeRates, {})
  expect(await rateOf('EUR')).toMatchObject({ rate: 1 })
  expect(await rateOf('USD')).toMatchObject({ rate: 1.25, rate_source: 'ecb' })
  await change('KWD')
  shop.clock.advance(minuteMs)
  const { data } = await owner.call(fetchExchangeRates, {})
  expect(data).toMatchObject({ changed: [], problem: expect.stringMatching(/no rate of KWD.*by hand/) })
  expect(await rateOf('KWD')).toMatchObject({ rate: 1 })
  await change('USD')
})
