import { createTestClock, type TestClock } from '#server/clock.ts'
import type { Visitor } from '#server/http/http.ts'
import { createLimits } from '#server/http/limits/limits.ts'
import type { Shop } from '#server/shop.ts'
import { createRandom, type Random } from './random.ts'

export type DemoPerson = { id: string; email: string; name: string; actor: Extract<Visitor, { customerId: string }> }
export type DemoAddress = {
  firstname: string
  lastname: string
  telephone: string
  address1: string
  address2: string
  houseNum: string
  city: string
  state: string
  country: string
  postcode: string
}
export type DemoSku = { id: number; sku: string; productId: number; handle: string; color: string; size: string }

/** The data that every loader gets: the shop with a clock that can be set, the people and the products. */
export type Demo = {
  /**
   * The shop inside the single transaction of the load. Its clock shows the last time that `at` or `ago` has set. Its
   * mails are discarded.
   */
  shop: Shop & { clock: TestClock }
  /** The moment of the load. All times of the demo are relative to this moment. */
  loadedAt: Date
  /** Sets the clock to a time (UTC) on the day that is this many days before the load, and returns the time. */
  at: (daysAgo: number, time?: `${number}:${number}`) => Date
  /** Sets the clock to a moment before the load, exact to the second. Needed for resources that are about to expire. */
  ago: (span: { days?: number; hours?: number; minutes?: number }) => Date
  /** Returns a date relative to the load without changing the clock. Negative days are in the past. */
  daysFromLoad: (days: number) => Date
  random: Random
  /** Maren Lindqvist, shopper@harbor.test, with a long history. */
  shopper: DemoPerson
  /** new@harbor.test, without any order. */
  newShopper: DemoPerson
  /** A dozen other shoppers, who write reviews. */
  others: DemoPerson[]
  /** Returns the default address of a person of this demo. */
  addressOf: (person: DemoPerson) => DemoAddress
  /** Returns a SKU by the handle of its product. Without color or size, returns the first match. */
  skuOf: (handle: string, color?: string, size?: string) => DemoSku
  /**
   * SKUs that are on sale while the demo's orders are placed. At the end of the load, these are sold out, expired or
   * removed from the catalog.
   */
  leaving: { soldOut: DemoSku; expired: DemoSku; removed: DemoSku }
  /** All product handles, for stories that need any product. */
  handles: string[]
  /** The ids of the shopper's orders by the name of their story, for loaders that continue these orders. */
  orders: Map<string, string>
  /** Returns a picture's address in the catalog: `imageOf('banner-linen')`. */
  imageOf: (name: string) => string
}

/** Creates the data that all loaders share. The first loaders fill in `people`, `skuOf` and the other fields. */
export function createDemo(shop: Shop): Demo {
  const loadedAt = shop.clock.now()
  const clock = createTestClock(loadedAt)
  const day = 24 * 60 * 60 * 1000
  const move = (moment: Date) => {
    if (moment > loadedAt) throw new Error(`The demo's past cannot reach ${moment.toISOString()}`)
    clock.set(moment)
    return moment
  }
  const missing = (what: string) => () => {
    throw new Error(`The demo has no ${what} yet`)
  }
  const nobody: DemoPerson = {
    id: '',
    email: '',
    name: '',
    actor: { customerId: '', email: '', sessionId: '', isVerified: true },
  }
  const nothing: DemoSku = { id: 0, sku: '', productId: 0, handle: '', color: '', size: '' }
  return {
    shop: {
      ...shop,
      clock,
      limits: createLimits(shop.db, clock),
      sendMail: async () => {},
      // The demo sends one mail at a time, because it is loaded by one transaction on one connection.
      bounds: { ...shop.bounds, mailsAtOnce: 1 },
    },
    loadedAt,
    at: (daysAgo, time = '10:00') => {
      const date = new Date(loadedAt.getTime() - daysAgo * day).toISOString().slice(0, 10)
      return move(new Date(`${date}T${time}:00Z`))
    },
    ago: ({ days = 0, hours = 0, minutes = 0 }) =>
      move(new Date(loadedAt.getTime() - days * day - hours * 60 * 60_000 - minutes * 60_000)),
    daysFromLoad: (days) => new Date(loadedAt.getTime() + days * day),
    random: createRandom(20_260_615),
    shopper: nobody,
    newShopper: nobody,
    others: [],
    addressOf: missing('addresses'),
    skuOf: missing('catalogue'),
    leaving: { soldOut: nothing, expired: nothing, removed: nothing },
    handles: [],
    orders: new Map(),
    imageOf: (name) => `/catalogue/${name}.svg`,
  }
}
