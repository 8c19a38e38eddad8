import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { cancelOrder, deliverOrder, joinGuestOrders } from '#features/orders/server/commands/order-commands.service.ts'
import { openWithManyConnections } from '#testing/processes/cluster.ts'
import { shopWithReasons } from '#testing/shops/returned-goods.ts'
import { buy, buyAndPay, buyAndShip, goods, pay } from '#testing/shops/stocked-shop.ts'

const shop = shopWithReasons()

test('counts concurrent orders of one customer in several currencies without a deadlock', async () => {
  const ada = await shop.signedIn('ada')
  const guest = { id: '', email: ada.email }
  const inCurrency = (at: number) => ({ currency: ['USD', 'EUR', 'JPY'][at % 3] ?? 'USD' })
  const each = async <T>(make: (at: number) => Promise<T>) => {
    const made: T[] = []
    for (let at = 0; at < 6; at++) made.push(await make(at))
    return made
  }
  // The newest guest order joins first, so that this transaction locks the currencies in a different order than the
  // payments.
  await each((at) => buyAndPay(shop.shop, guest, [goods.scarf], inCurrency(at)))
  const unpaid = await each((at) => buy(shop.shop, ada, [goods.dress], inCurrency(5 - at)))
  const called = await each((at) => buyAndPay(shop.shop, ada, [goods.bag], inCurrency(at)))
  const sent = await each((at) => buyAndShip(shop.shop, ada, [goods.shoe], inCurrency(at)))
  const crowd = openWithManyConnections(shop.url)
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
  // The end of the file compares the totals.
})

test('changes the totals of one customer in each transaction, and rejects a transaction that changes two customers', async () => {
  const [ada, bob] = [await shop.signedIn('ada'), await shop.signedIn('bob')]
  const bought = [await buyAndShip(shop.shop, ada, [goods.dress]), await buyAndShip(shop.shop, bob, [goods.dress])]
  const deliverAll = (orders: typeof bought) =>
    shop.shop.db.transaction(async (tx) => {
      for (const { orderId } of orders)
        await tx.execute(sql`update order_lines set delivered_at = ${shop.clock.now()} where order_id = ${orderId}`)
      // The totals are updated at the end of the transaction, or as soon as constraints are set to immediate.
      await tx.execute(sql`set constraints all immediate`)
      throw new Error('counted')
    })
  await expect(deliverAll(bought)).rejects.toMatchObject({
    cause: { message: 'one transaction counts for two customers' },
  })
  await expect(deliverAll(bought.slice(1))).rejects.toThrow('counted')
})
