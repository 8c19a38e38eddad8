import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { cancelOrder, deliverOrder, joinGuestOrders } from '#features/orders/server/commands/order-commands.service.ts'
import { openForCrowd } from '#testing/processes/cluster.ts'
import { shopWithReasons } from '#testing/shops/returned-goods.ts'
import { buy, buyAndPay, buyAndShip, goods, pay } from '#testing/shops/stocked-shop.ts'

const shop = shopWithReasons()

test('what one customer does at once, in several currencies, is counted without anybody being ended', async () => {
  const ada = await shop.signedIn('ada')
  const guest = { id: '', email: ada.email }
  const inCurrency = (at: number) => ({ currency: ['USD', 'EUR', 'JPY'][at % 3] ?? 'USD' })
  const each = async <T>(make: (at: number) => Promise<T>) => {
    const made: T[] = []
    for (let at = 0; at < 6; at++) made.push(await make(at))
    return made
  }
  // The newest of a guest's orders joins first: another order of currencies than that of the payments.
  await each((at) => buyAndPay(shop.shop, guest, [goods.scarf], inCurrency(at)))
  const unpaid = await each((at) => buy(shop.shop, ada, [goods.dress], inCurrency(5 - at)))
  const called = await each((at) => buyAndPay(shop.shop, ada, [goods.bag], inCurrency(at)))
  const sent = await each((at) => buyAndShip(shop.shop, ada, [goods.shoe], inCurrency(at)))
  const crowd = openForCrowd(shop.url)
  const many = { ...shop.shop, db: crowd.db }
  const join = () => crowd.db.transaction((tx) => joinGuestOrders(tx, { customerId: ada.id, email: ada.email }))
  const all = await Promise.allSettled([
    join(),
    ...unpaid.map((order) => pay(many, order)),
    ...called.map(({ orderId }) => cancelOrder(many, { orderId, actor: 'staff' })),
    ...sent.map(({ orderId }) => deliverOrder(many, orderId)),
    ...unpaid.map((_, at) => buyAndPay(many, ada, [goods.gift], inCurrency(at))),
  ])
  await crowd.close()
  expect(all.filter(({ status }) => status === 'rejected')).toEqual([])
  // Whether every count is right is looked at when the file ends.
})

test('no transaction of the shop counts for two customers, and a test that made one would fail', async () => {
  const [ada, bob] = [await shop.signedIn('ada'), await shop.signedIn('bob')]
  const bought = [await buyAndShip(shop.shop, ada, [goods.dress]), await buyAndShip(shop.shop, bob, [goods.dress])]
  const deliverAll = (orders: typeof bought) =>
    shop.shop.db.transaction(async (tx) => {
      for (const { orderId } of orders)
        await tx.execute(sql`update order_lines set delivered_at = ${shop.clock.now()} where order_id = ${orderId}`)
      // Counted when the transaction ends, or when it is asked to.
      await tx.execute(sql`set constraints all immediate`)
      throw new Error('counted')
    })
  await expect(deliverAll(bought)).rejects.toMatchObject({
    cause: { message: 'one transaction counts for two customers' },
  })
  await expect(deliverAll(bought.slice(1))).rejects.toThrow('counted')
})
