import { beforeAll, expect, test } from 'vitest'
import { currencies } from '#features/settings/server/settings.tables.ts'
import { testShop } from '#testing/test-shop.ts'
import { findArchivedOrder } from './archived-orders.service.ts'
import { parseCsv } from './csv.ts'
import { importArchivedOrders } from './import-orders.service.ts'

const shop = testShop()

beforeAll(async () => {
  await shop.shop.db.insert(currencies).values([
    { id: 1, code: 'USD', name: 'US Dollar', symbolLeft: '$' },
    { id: 2, code: 'JPY', name: 'Yen', symbolLeft: '¥', decimals: 0 },
  ])
})

const head =
  'order_no,email,firstname,currency,sku_price,total,pay_confirm_time,item_sku_name_en,item_sku_attr_en,item_price,item_status'
const order = {
  order_no: 'A1',
  email: 'a@harbor.test',
  currency: 'USD',
  sku_price: '10',
  total: '10',
  pay_confirm_time: 1_700_000_000,
  items: [{ sku_name_en: 'Hat', price: '10' }],
}

test('a CSV brings one order for the lines of one number, with commas, quotes and breaks in values', async () => {
  const csv = `${head}
#2001,Csv@Harbor.test,"Ann ""Nan""",JPY,1980,1980,2023-11-14 22:13:20,"Hat, straw","Natural
One size",1200,Delivered\r
2001,csv@harbor.test,,,,,,Scarf,,780,
2002,csv@harbor.test,Ann,USD,10.00,10,1700000000,Belt,,10,
`
  expect(await importArchivedOrders(shop.shop, csv, 'csv')).toEqual({ imported: 2, known: 0, problems: [] })
  const found = await findArchivedOrder(shop.shop.db, { email: 'csv@harbor.test', orderNo: '2001', mostLines: 100 })
  expect(found).toMatchObject({
    shipping_address: { firstname: 'Ann "Nan"' },
    pay_confirm_time: 1_700_000_000,
    currency: { id: 2, code: 'JPY', symbol_left: '¥', symbol_right: '' },
    total: '1980',
    orderItems: [
      { sku_name_en: 'Hat, straw', sku_attr_en: 'Natural\nOne size', Price: '1200', status: 'Delivered' },
      { sku_name_en: 'Scarf', Price: '780' },
    ],
  })
})

test('the same file again changes nothing', async () => {
  const json = JSON.stringify([{ ...order, order_no: 'AGAIN' }])
  expect(await importArchivedOrders(shop.shop, json, 'json')).toMatchObject({ imported: 1, known: 0 })
  expect(await importArchivedOrders(shop.shop, json, 'json')).toEqual({ imported: 0, known: 1, problems: [] })
  const found = await findArchivedOrder(shop.shop.db, { email: order.email, orderNo: 'AGAIN', mostLines: 100 })
  expect(found?.orderItems).toHaveLength(1)
})

test('a thousand orders come in one go', async () => {
  const many = Array.from({ length: 1200 }, (_, index) => ({ ...order, order_no: `MANY${index}` }))
  expect(await importArchivedOrders(shop.shop, JSON.stringify(many), 'json')).toMatchObject({ imported: 1200 })
})

test.each([
  [{ email: 'nobody' }, 'email is no address the lookup form would take'],
  [{ order_no: 'x'.repeat(16) }, 'order_no has more than 15 characters'],
  [{ total: 'ten' }, 'total "ten" is no amount in USD'],
  [{ total: '10.005' }, 'total "10.005" is no amount in USD'],
  [{ total: '-1' }, 'total "-1" is no amount in USD'],
  [{ currency: 'dollars' }, 'currency is not a code of three letters'],
  [{ pay_confirm_time: 'once' }, 'pay_confirm_time "once" is neither epoch seconds nor a date'],
  [{ items: [] }, 'items has no items'],
  [
    { items: [{ sku_name_en: 'Hat', price: '1', image: '//evil.test/a.png' }] },
    'items.0.image is no path of this site',
  ],
  [{ items: [{ price: '1' }] }, 'items.0.sku_name_en a name is missing'],
])('one order with %j and nothing of the file comes in', async (change, problem) => {
  const good = { ...order, order_no: 'GOOD' }
  const outcome = await importArchivedOrders(shop.shop, JSON.stringify([good, { ...order, ...change }]), 'json')
  expect(outcome.imported).toBe(0)
  expect(outcome.problems).toEqual([expect.stringContaining(problem)])
  expect(outcome.problems[0]).toMatch(/^order 2: /)
  expect(await findArchivedOrder(shop.shop.db, { email: order.email, orderNo: 'GOOD', mostLines: 100 })).toBe(null)
})

test('an order that is in the file twice is told', async () => {
  const twice = JSON.stringify([order, { ...order, email: 'A@harbor.test' }])
  expect((await importArchivedOrders(shop.shop, twice, 'json')).problems).toEqual([
    'order A1 of a@harbor.test is in the file twice',
  ])
})

test.each([
  ['json', '{', 'the file is no JSON'],
  ['json', '{}', 'the file holds no list of orders'],
  ['csv', '', 'the file is empty'],
  ['csv', `${head}\n"A1`, 'a quoted value is never closed'],
  ['csv', 'order_no,email\nA1,a@harbor.test,surplus', 'line 2 has more values than the first line has names'],
] as const)('a broken %s file is told (case %#)', async (format, source, problem) => {
  const outcome = await importArchivedOrders(shop.shop, source, format)
  expect(outcome.problems[0]).toContain(problem)
})

test('lines of a CSV keep their numbers past values with breaks in them', () => {
  const { lines } = parseCsv('\uFEFFA,b\n"one\ntwo",2\n\n3,4')
  expect(lines).toEqual([
    { line: 2, cells: { a: 'one\ntwo', b: '2' } },
    { line: 5, cells: { a: '3', b: '4' } },
  ])
})
