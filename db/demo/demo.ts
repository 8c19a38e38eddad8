import { createTestClock, type TestClock } from '#server/clock.ts'
import type { Visitor } from '#server/http/http.ts'
import { createLimits } from '#server/http/limits.ts'
import type { Shop } from '#server/shop.ts'
import { createRandom, type Random } from './random.ts'

export type DemoPerson = { id: string; email: string; name: string; asker: Extract<Visitor, { customerId: string }> }
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

/** What every loader gets: the shop with a clock it may move, the people and the wares. */
export type Demo = {
  /** The shop inside the one transaction of the load. Its clock stands wherever `at` or `ago` put it last; its mails go nowhere. */
  shop: Shop & { clock: TestClock }
  /** The moment of the load: what the stories count back from. */
  loadedAt: Date
  /** Sets the clock to a time (UTC) of the day that many days before the load, and returns it. */
  at: (daysAgo: number, time?: `${number}:${number}`) => Date
  /** Sets the clock to that long before the load, to the second: for what is about to expire. */
  ago: (span: { days?: number; hours?: number; minutes?: number }) => Date
  /** A date that far from the load without touching the clock; negative days lie in the past. */
  daysFromLoad: (days: number) => Date
  random: Random
  /** Maren Lindqvist, shopper@harbor.test, with a long history. */
  shopper: DemoPerson
  /** new@harbor.test, who has never ordered. */
  newShopper: DemoPerson
  /** A dozen others, who write reviews. */
  others: DemoPerson[]
  /** The default address of a person of this demo. */
  addressOf: (person: DemoPerson) => DemoAddress
  /** A sku by its product's handle; without colour or size the first one that fits. */
  skuOf: (handle: string, color?: string, size?: string) => DemoSku
  /** Still for sale while the stories are told; at the end sold out, expired and gone from the catalogue. */
  leaving: { soldOut: DemoSku; expired: DemoSku; removed: DemoSku }
  /** Every product's handle, for stories that only need something to buy. */
  handles: string[]
  /** The shopper's orders by the story they tell, for loaders that go on with them. */
  orders: Map<string, string>
  /** A picture's address, as the catalogue serves it: `imageOf('banner-linen')`. */
  imageOf: (name: string) => string
}

/** The frame; `people`, `skuOf` and the rest are filled in by the first loaders, before any feature's. */
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
    asker: { customerId: '', email: '', sessionId: '', isProved: true },
  }
  const nothing: DemoSku = { id: 0, sku: '', productId: 0, handle: '', color: '', size: '' }
  return {
    shop: {
      ...shop,
      clock,
      limits: createLimits(shop.db, clock),
      sendMail: async () => {},
      // All of the demo is one transaction, on one connection.
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
