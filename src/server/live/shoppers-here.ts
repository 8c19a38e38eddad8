import { newId } from '../database/ids.ts'
import type { Shop } from '../shop.ts'
import { type Live, type LiveData, publish } from './live.ts'

/** Who has a chat open, told by each of their streams; and that somebody of the staff would like to know. */
const hereTopic = 'shoppers-here'
const askedTopic = 'shoppers-asked'

/** How long a word of theirs holds: two beats of their stream and a half. */
const hereMs = 50_000
/** Twice as long as a page waits before it says it again. */
const typingMs = 6_000
const restMs = 1_000
/** Chats that one page of staff hears of: more than the people of a shop talk in at a time. */
const mostHere = 200

type Here = { chat: string; customer: string | null; handle: string }
type Told = Here & { stream: string; hasLeft?: true }
type Typing = { chat: string; isTyping: true }

const isTyping = (data: LiveData): data is Typing => typeof data.chat === 'string' && data.isTyping === true
const isTold = (data: LiveData): data is Told =>
  [data.chat, data.handle, data.stream].every((value) => typeof value === 'string')
/** What staff see: `about` is the handle of the product that they look at, empty where it is another page. */
export type ShopperHere = { id: string; name: ''; about: string; customer_id: string | null; is_typing: boolean }

type Parts = { shop: Pick<Shop, 'db' | 'log'>; live: Live }

/** Somebody is here with their chat open, until they leave. Nothing of it is kept anywhere but in the memory of open pages. */
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
    // However many ask, once a second is enough for all of them.
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

/** They are writing something. It holds for a moment, and only where they are here. */
export function sayTyping({ db }: Pick<Shop, 'db'>, chat: string): Promise<void> {
  return publish(db, hereTopic, { chat, isTyping: true })
}

/** Tells who is here, whenever it changes and once a second at most. */
export function followShoppers({ shop, live }: Parts, tell: (shoppers: ShopperHere[]) => void) {
  /** By stream: whoever has two windows is here until the last one closes. */
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
    /** Lets go of those who were not heard of for too long: their instance may have ended without a word. */
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
