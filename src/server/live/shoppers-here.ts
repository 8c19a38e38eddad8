import { newId } from '../database/ids.ts'
import type { Shop } from '../shop.ts'
import { type Live, type LiveData, publish } from './live.ts'

/** Topics for shoppers with an open chat, sent by each of their streams, and for staff who want to see them. */
const hereTopic = 'shoppers-here'
const askedTopic = 'shoppers-asked'

/** 50 s: the lifetime of a presence message, two and a half heartbeats of its stream. */
const hereMs = 50_000
/** 6 s: twice the interval at which a page repeats the message. */
const typingMs = 6_000
const restMs = 1_000
/** 200: more chats than the shoppers of a shop have open at a time. */
const mostHere = 200

type Here = { chat: string; customer: string | null; handle: string }
type Told = Here & { stream: string; hasLeft?: true }
type Typing = { chat: string; isTyping: true }

const isTyping = (data: LiveData): data is Typing => typeof data.chat === 'string' && data.isTyping === true
const isTold = (data: LiveData): data is Told =>
  [data.chat, data.handle, data.stream].every((value) => typeof value === 'string')
/** A shopper as staff see them. `about` is the handle of the viewed product, or empty on any other page. */
export type ShopperHere = { id: string; name: ''; about: string; customer_id: string | null; is_typing: boolean }

type Parts = { shop: Pick<Shop, 'db' | 'log'>; live: Live }

/** Announces a shopper with an open chat until they leave. The presence is only in the memory of open pages. */
export function stayHere({ shop, live }: Parts, here: Here): { beat: () => void; leave: () => void } {
  const stream = newId()
  let last = 0
  const say = (hasLeft?: true) => {
    last = Date.now()
    publish(shop.db, hereTopic, { ...here, stream, ...(hasLeft && { hasLeft }) }).catch((error: unknown) =>
      shop.log.warn('it was not told that a shopper is here', { error }),
    )
  }
  const asked = live.subscribe(askedTopic, ({ name }) => {
    // One announcement per second serves all requests for it.
    if (name === 'changed' && Date.now() - last >= restMs) say()
  })
  say()
  return {
    beat: () => say(),
    leave: () => {
      asked.stop()
      say(true)
    },
  }
}

/** Announces that a shopper is typing. It lasts for a moment, and only while the shopper is present. */
export function sayTyping({ db }: Pick<Shop, 'db'>, chat: string): Promise<void> {
  return publish(db, hereTopic, { chat, isTyping: true })
}

/** Reports the present shoppers after each change, at most once a second. */
export function followShoppers({ shop, live }: Parts, tell: (shoppers: ShopperHere[]) => void) {
  /** Shoppers by stream, so that a shopper with two windows is present until the last one closes. */
  const here = new Map<string, Here & { until: number }>()
  const typing = new Map<string, number>()
  let soon: NodeJS.Timeout | undefined
  let quiet: NodeJS.Timeout | undefined
  const tellSoon = () => {
    soon ??= setTimeout(() => {
      soon = undefined
      const now = Date.now()
      for (const [chat, until] of typing) if (until <= now) typing.delete(chat)
      const chats = new Map(
        [...here.values()].map(({ chat: id, customer, handle }) => [
          id,
          { id, name: '' as const, about: handle, customer_id: customer, is_typing: typing.has(id) },
        ]),
      )
      tell([...chats.values()])
    }, restMs)
  }
  const heard = live.subscribe(hereTopic, ({ name, data }) => {
    if (name !== 'changed') return
    if (isTyping(data)) {
      if (![...here.values()].some(({ chat }) => chat === data.chat)) return
      typing.set(data.chat, Date.now() + typingMs)
      clearTimeout(quiet)
      quiet = setTimeout(tellSoon, typingMs)
      return tellSoon()
    }
    if (!isTold(data)) return
    const { stream, hasLeft, ...who } = data
    const known = here.get(stream)
    if (hasLeft) here.delete(stream)
    else if (known || here.size < mostHere) here.set(stream, { ...who, until: Date.now() + hereMs })
    if (!known || hasLeft) tellSoon()
  })
  return {
    ready: heard.ready,
    ask: () =>
      publish(shop.db, askedTopic).catch((error: unknown) =>
        shop.log.warn('shoppers were not asked whether they are here', { error }),
      ),
    /** Removes streams without a recent message. Their instance may have ended without notice. */
    sweep: () => {
      for (const [stream, { until }] of here) {
        if (until > Date.now()) continue
        here.delete(stream)
        tellSoon()
      }
    },
    stop: () => {
      clearTimeout(soon)
      clearTimeout(quiet)
      heard.stop()
    },
  }
}
