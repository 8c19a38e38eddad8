import { count, eq, isNull } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { categories, products, skus } from '#features/catalogue/server/catalogue.tables.ts'
import { currencies, languages } from '#features/settings/server/settings.tables.ts'
import { customers } from '#features/sign-in/server/sign-in.tables.ts'
import { signIn } from '#features/sign-in/sign-in.contract.ts'
import { mails } from '#server/mail.tables.ts'
import { testShop } from '#testing/test-shop.ts'
import { loadDemo } from './load-demo.ts'

const shop = testShop()
let seconds = 0

beforeAll(async () => {
  // The work, not the wait: other tests run beside this one.
  const before = process.cpuUsage()
  await loadDemo(shop.shop)
  const { user, system } = process.cpuUsage(before)
  seconds = (user + system) / 1_000_000
}, 180_000)

describe('the demo data', () => {
  test('load within seconds', () => {
    expect(seconds).toBeLessThan(15)
  })

  test('both shoppers can sign in', async () => {
    for (const email of ['shopper@harbor.test', 'new@harbor.test']) {
      const answer = await shop.stranger().call(signIn, { email, password: 'Harbor2026' })
      expect(answer.email).toBe(email)
    }
  })

  test('the shopper has the same id after every load', async () => {
    const [maren] = await shop.shop.db.select().from(customers).where(eq(customers.email, 'shopper@harbor.test'))
    expect(maren).toMatchObject({ name: 'Maren Lindqvist', emailConfirmedAt: expect.any(Date) })
    expect(maren?.id).toMatchInlineSnapshot(`"a1sttps257s0lbn73jt69nln"`)
  })

  test('60 or more products, some of them sold out, expired or taken down', async () => {
    const { db } = shop.shop
    const statuses = await db.select({ status: products.status, n: count() }).from(products).groupBy(products.status)
    const byStatus = Object.fromEntries(statuses.map(({ status, n }) => [status, n]))
    expect(Object.values(byStatus).reduce((sum, n) => sum + n, 0)).toBeGreaterThanOrEqual(60)
    expect(byStatus[0]).toBeGreaterThan(0)
    expect(byStatus[4]).toBeGreaterThan(0)
    const [soldOut] = await db.select({ n: count() }).from(skus).where(eq(skus.inventory, 0))
    expect(soldOut?.n).toBeGreaterThan(5)
  })

  test('every picture a product names is there, and holds no script', async () => {
    const { db, files } = shop.shop
    for (const { image } of await db.select({ image: products.image }).from(products)) {
      const bytes = await files.read(image.slice(1))
      const svg = new TextDecoder().decode(bytes ?? new Uint8Array())
      expect(svg, image).toMatch(/^<svg .*<\/svg>$/)
      expect(svg).not.toMatch(/<script|\son\w+=|undefined|NaN/)
    }
  })

  test('about 110 languages and 25 currencies', async () => {
    const { db } = shop.shop
    const [languageCount] = await db.select({ n: count() }).from(languages)
    const [currencyCount] = await db.select({ n: count() }).from(currencies)
    expect(languageCount?.n).toBeGreaterThanOrEqual(105)
    expect(currencyCount?.n).toBeGreaterThanOrEqual(25)
  })

  test('swimwear, bags, accessories and lingerie do not come back', async () => {
    const rows = await shop.shop.db.select().from(categories).where(eq(categories.isReturnable, false))
    expect(rows.map(({ code }) => code).sort()).toEqual(['accessories', 'bags', 'lingerie', 'swimwear'])
  })

  test('no letter of the past is still to be sent', async () => {
    expect(await shop.shop.db.select().from(mails).where(isNull(mails.sentAt))).toEqual([])
  })
})
