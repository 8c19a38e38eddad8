import { beforeAll, expect, test } from 'vitest'
import { importKinds } from '#features/imports/imports.rules.ts'
import { createImport, runImport } from '#features/imports/imports.staff.contract.ts'
import { ArchivedOrderRecord, insertArchivedOrders } from '#features/orders/server/lookup/import-orders.service.ts'
import { getReturn } from '#features/returns/returns.staff.contract.ts'
import { editSettings } from '#features/settings/settings.staff.contract.ts'
import { requestReturnOf, stockReasons } from '#testing/shops/returned-goods.ts'
import { buy, goods, pay, stockShop } from '#testing/shops/stocked-shop.ts'
import { type StaffPerson, testStaff } from '#testing/staff.ts'
import { testShop } from '#testing/test-shop.ts'
import { processImports } from '../work/process-imports.service.ts'

const shop = testShop()
const staff = testStaff(shop)
let owner: StaffPerson
/** The numbers of orders placed in this shop. */
let own = { paid: '', unpaid: '' }

beforeAll(async () => {
  await stockShop(shop.shop.db, shop.clock.now())
  await shop.signedIn()
  const order = { order_no: 'A1', email: 'a@harbor.test', currency: 'USD', sku_price: '10', total: '10' }
  const items = [
    { sku_name_en: 'Hat', price: '4' },
    { sku_name_en: 'Pin', price: '6' },
  ]
  await insertArchivedOrders(shop.shop, [ArchivedOrderRecord.parse({ ...order, pay_confirm_time: 1, items })])
  owner = await staff.member()
  const buyer = await shop.signedIn('ada-exports')
  const paid = await buy(shop.shop, buyer, [goods.dress, goods.shoe])
  await pay(shop.shop, paid)
  const unpaid = await buy(shop.shop, { id: '', email: 'guest@harbor.test' }, [goods.scarf])
  own = { paid: paid.orderNo, unpaid: unpaid.orderNo }
  // The records fill more than one page and contain cells that a spreadsheet would run as formulas.
  const lines = Array.from({ length: 600 }, (_, at) => `many-${at},=Many,MANY-${at},-1|x,1.50`)
  const file = `handle,name,sku,picture_texts,price\n${lines.join('\n')}`
  const { data } = await owner.call(createImport, { kind: 'products', file })
  await owner.call(runImport, { id: data.id })
  await processImports(shop.shop)
})

const take = async (name: string) => (await owner.fetch(`/staff-api/v1/exports/${name}`)).text()

test.each(importKinds.flatMap((kind) => (['csv', 'json'] as const).map((format) => [kind, format] as const)))(
  'exports all %s as %s, and importing the file changes nothing',
  async (kind, format) => {
    const { data } = await owner.call(createImport, { kind, format, file: await take(`${kind}.${format}`) })
    const counts = { products: 611, stock: 611, customers: 2, orders: 3 }
    expect(data.preview).toEqual({ new: 0, changed: 0, unchanged: counts[kind], wrong: 0 })
  },
)

test('exports orders of this shop with their state, and orders of an earlier shop', async () => {
  const [heads = '', ...lines] = (await take('orders.csv')).trim().split('\n')
  const names = heads.split(',')
  const cells = lines.map((line) => Object.fromEntries(line.split(',').map((cell, at) => [names[at], cell])))
  const exportedCells = cells.map(({ order_no, status, item_price }) => [order_no, status, item_price])
  expect(exportedCells).toHaveLength(5)
  expect(exportedCells).toEqual(
    expect.arrayContaining([
      [own.paid, 'paid', '150.00'],
      [own.paid, '', '95.00'],
      [own.unpaid, 'unpaid', '60.00'],
      ['A1', '', '4.00'],
      ['A1', '', '6.00'],
    ]),
  )
  const written = JSON.parse(await take('orders.json')) as { order_no: string; items: object[] }[]
  const counted = Object.fromEntries(written.map(({ order_no, items }) => [order_no, items.length]))
  expect(counted).toEqual({ [own.paid]: 2, [own.unpaid]: 1, A1: 2 })
})

test('exports no cell that a spreadsheet would run as a formula', async () => {
  expect(await take('products.csv')).toContain("many-1,'=Many")
})

test('rejects an export of customers for staff who may not see customers', async () => {
  const marketing = await staff.member('marketing')
  expect((await marketing.fetch('/staff-api/v1/exports/customers.csv')).status).toBe(403)
  expect((await marketing.fetch('/staff-api/v1/exports/products.json')).status).toBe(200)
})

test('exports a filtered list of orders, one line per item, with the amounts paid', async () => {
  const ada = await shop.signedIn('ada-buys')
  const paid = await buy(shop.shop, ada, [goods.dress, goods.dress])
  await pay(shop.shop, paid)
  const { orderNo: unpaid } = await buy(shop.shop, ada, [goods.dress])
  const [heads = '', ...lines] = (await take(`order-list.csv?view=to_pack&email=${ada.email}`)).trim().split('\n')
  expect(heads.split(',').slice(0, 2)).toEqual(['order_no', 'email'])
  expect(lines.map((line) => line.split(',')[0])).toEqual([paid.orderNo, paid.orderNo])
  expect(lines[0]).toContain(',paid,')
  expect(await take('order-list.csv?status=unpaid')).toContain(unpaid)
  expect((await owner.fetch('/staff-api/v1/exports/order-list.csv?view=none')).status).toBe(422)
  const marketing = await staff.member('marketing', 'Mo')
  expect((await marketing.fetch('/staff-api/v1/exports/order-list.csv')).status).toBe(403)
})

test('exports a filtered audit log, latest first, for staff who may read it', async () => {
  await owner.call(editSettings, { shop: { name: '=Harbor' } }, { ifMatch: '*' })
  const [head, last, ...rest] = (await take('audit-log.csv?about=settings')).trim().split('\n')
  expect(head).toBe('at,actor_kind,actor,sentence,call,about,before,after,ip')
  expect(last).toMatch(
    /^[^,]+,member,Tess owner,Tess owner changed shop name in the settings from \w+ to =Harbor,PATCH \/settings,settings,/,
  )
  expect(rest).toEqual([])
  expect((await take('audit-log.csv')).split('\n').length).toBeGreaterThan(3)
  const marketing = await staff.member('marketing')
  expect((await marketing.fetch('/staff-api/v1/exports/audit-log.csv')).status).toBe(403)
})

test('exports a filtered list of returns, one line per item, for staff who may see returns', async () => {
  await stockReasons(shop.shop.db)
  const ada = await shop.signedIn('ada-returns')
  const { returnId } = await requestReturnOf(shop.shop, ada, [goods.dress, goods.shoe])
  const { data } = await owner.call(getReturn, { no: returnId })
  const [heads = '', ...lines] = (await take(`return-list.csv?q=${data.number}`)).trim().split('\n')
  const cells = lines.map((line) => Object.fromEntries(heads.split(',').map((name, at) => [name, line.split(',')[at]])))
  expect(cells).toMatchObject([
    {
      return_no: data.number,
      order_no: data.order.number,
      status: 'processing',
      item_refund: '150.00',
      asked: '245.00',
    },
    { return_no: data.number, order_no: '', item_status: 'processing', item_refund: '95.00' },
  ])
  expect(await take('return-list.csv?status=closed')).not.toContain(data.number)
  const marketing = await staff.member('marketing', 'Mia')
  expect((await marketing.fetch('/staff-api/v1/exports/return-list.csv')).status).toBe(403)
})
