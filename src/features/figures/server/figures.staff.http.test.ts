import { expect, test } from 'vitest'
import { settings } from '#features/settings/server/settings.tables.ts'
import { editSettings } from '#features/settings/settings.staff.contract.ts'
import { requestReturnOf, shopWithReasons } from '#testing/returned-goods.ts'
import { testStaff } from '#testing/staff.ts'
import { buy, goods } from '#testing/stocked-shop.ts'
import { getFigures, getToday } from '../figures.staff.contract.ts'

const shop = shopWithReasons()
const staff = testStaff(shop)

test('today says when shoppers cannot order', async () => {
  const owner = await staff.member('owner')
  const countBlocks = async () =>
    (await owner.call(getToday, {})).data.waiting.find(({ kind }) => kind === 'shop_closed')?.count
  expect(await countBlocks()).toBe(0)
  await owner.call(editSettings, { seller: { name: '' } }, { ifMatch: '*' })
  expect(await countBlocks()).toBe(1)
  await owner.call(editSettings, { seller: { name: 'Harbor Goods' } }, { ifMatch: '*' })
})

test('today counts what waits, and only what the asker may see', async () => {
  const ada = await shop.signedIn()
  await requestReturnOf(shop.shop, ada, [goods.dress])
  const { data } = await (await staff.member('owner')).call(getToday, {})
  const judged = data.waiting.find(({ kind }) => kind === 'returns_to_judge')
  expect(judged?.count).toBe(1)
  expect(judged?.due_at).not.toBeNull()
  const { data: packing } = await (await staff.member('warehouse')).call(getToday, {})
  expect(packing.waiting.map(({ kind }) => kind)).not.toContain('tickets')
  expect(packing.waiting.map(({ kind }) => kind)).toContain('returns_to_judge')
})

test('figures tell each day of the shop’s own time zone, also the empty ones', async () => {
  const owner = await staff.member('owner')
  const ask = async (from: string, to: string) => (await owner.call(getFigures, { from, to })).data
  const { days, products, reasons } = await ask('2026-06-14', '2026-06-16')
  expect(days.map(({ date }) => date)).toEqual(['2026-06-14', '2026-06-15', '2026-06-16'])
  const sold = days.find(({ orders }) => orders > 0)
  expect(sold).toMatchObject({ orders: 1, items: 1, revenue: [{ amount: 15_000, currency: 'USD' }], returns: 1 })
  expect(products).toMatchObject([{ sold: 1, returned: 1, rate: 1 }])
  expect(reasons).toEqual([{ reason: 'Size or fit', items: 1 }])
  // It is 10 o'clock in Greenwich, and already the next day on Kiritimati.
  await shop.shop.db.insert(settings).values({ key: 'time_zone', value: 'Pacific/Kiritimati' })
  const shifted = await ask('2026-06-14', '2026-06-16')
  expect(shifted.time_zone).toBe('Pacific/Kiritimati')
  expect(shifted.days.find(({ orders }) => orders > 0)?.date).toBe('2026-06-16')
  await shop.shop.db.delete(settings)
})

test('the same as a table, and a period that is too long is refused', async () => {
  const owner = await staff.member('owner')
  await buy(shop.shop, await shop.signedIn(), [goods.dress])
  const csv = await (await owner.fetch('/staff-api/v1/figures.csv?from=2026-06-15&to=2026-06-15')).text()
  expect(csv.split('\n').slice(0, 2)).toEqual([
    'date,orders,items,currency,revenue,refunded,returns',
    '2026-06-15,1,1,USD,150.00,0.00,1',
  ])
  await expect(owner.call(getFigures, { from: '2024-01-01', to: '2026-01-01' })).rejects.toMatchObject({
    problem: { status: 422, errors: [{ field: 'to' }] },
  })
})
