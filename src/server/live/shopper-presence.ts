import { newId } from '../database/ids.ts'
import type { Shop } from '../shop.ts'
import { type Live, type LiveData, publish } from './live.ts'

/**
 * The topic on which each stream of a shopper with an open chat reports, and the topic on which staff request the
 * reports.
 */
const shopperPresenceTopic = 'shoppers-here'
const shopperPresenceRequestTopic = 'shoppers-asked'

/** 50 s: the lifetime of a presence message, two and a half heartbeats of its stream. */
const presenceMs = 50_000
/** 6 s: twice the interval at which a page repeats the message. */
const typingMs = 6_000
const minIntervalMs = 1_000
/** 200: more chats than the shoppers of a shop have open at a time. */
const maxShoppers = 200

type ShopperPresence = { chat: string; customer: string | null; handle: string }
type PresenceMessage = ShopperPresence & { stream: string; hasLeft?: true }
type Typing = { chat: string; isTyping: true }

const isTyping = (data: LiveData): data is Typing => typeof data.chat === 'string' && data.isTyping === true
const isPresenceMessage = (data: LiveData): data is PresenceMessage =>
  [data.chat, data.handle, data.stream].every((value) => typeof value === 'string')
/** A shopper as staff see them. `about` is the handle of the viewed product, or empty on any other page. */
export type PresentShopper = { id: string; name: ''; about: string; customer_id: string | null; is_typing: boolean }

type Parts = { shop: Pick<Shop, 'db' | 'log'>; live: Live }

/** Announces a shopper with an open chat until they leave. The presence is only in the memory of open pages. */
export function announceShopper(
  { shop, live }: Parts,
  presence: ShopperPresence,
): { beat: () => void; leave: () => void } {
  const stream = newId()
  let last = 0
  const announce = (hasLeft?: true) => {
    last = Date.now()
    publish(shop.db, shopperPresenceTopic, { ...presence, stream, ...(hasLeft && { hasLeft }) }).catch(
      (error: unknown) => shop.log.warn('the presence of a shopper could not be announced', { error }),
    )
  }
  const subscription = live.subscribe(shopperPresenceRequestTopic, ({ name }) => {
    // One announcement per second serves all requests for presence.
    if (name === 'changed' && Date.now() - last >= minIntervalMs) announce()
  })
  announce()
  return {
    beat: () => announce(),
    leave: () => {
      subscription.stop()
      announce(true)
    },
  }
}

/** Announces that a shopper is typing. The announcement lasts for a moment, and only while the shopper is present. */
export function publishTyping({ db }: Pick<Shop, 'db'>, chat: string): Promise<void> {
  return publish(db, shopperPresenceTopic, { chat, isTyping: true })
}

/** Reports the present shoppers after each change, at most once a second. */
export function watchShoppers({ shop, live }: Parts, onChange: (shoppers: PresentShopper[]) => void) {
  /** Shoppers by stream, so that a shopper with two windows is present until the last one closes. */
  const presence = new Map<string, ShopperPresence & { until: number }>()
  const typing = new Map<string, number>()
  let updateTimer: NodeJS.Timeout | undefined
  let typingTimer: NodeJS.Timeout | undefined
  const scheduleUpdate = () => {
    updateTimer ??= setTimeout(() => {
      updateTimer = undefined
      const now = Date.now()
      for (const [chat, until] of typing) if (until <= now) typing.delete(chat)
      const chats = new Map(
        [...presence.values()].map(({ chat: id, customer, handle }) => [
          id,
          { id, name: '' as const, about: handle, customer_id: customer, is_typing: typing.has(id) },
        ]),
      )
      onChange([...chats.values()])
    }, minIntervalMs)
  }
  const subscription = live.subscribe(shopperPresenceTopic, ({ name, data }) => {
    if (name !== 'changed') return
    if (isTyping(data)) {
      if (![...presence.values()].some(({ chat }) => chat === data.chat)) return
      typing.set(data.chat, Date.now() + typingMs)
      clearTimeout(typingTimer)
      typingTimer = setTimeout(scheduleUpdate, typingMs)
      return scheduleUpdate()
    }
    if (!isPresenceMessage(data)) return
    const { stream, hasLeft, ...who } = data
    const known = presence.get(stream)
    if (hasLeft) presence.delete(stream)
    else if (known || presence.size < maxShoppers) presence.set(stream, { ...who, until: Date.now() + presenceMs })
    if (!known || hasLeft) scheduleUpdate()
  })
  return {
    ready: subscription.ready,
    ask: () =>
      publish(shop.db, shopperPresenceRequestTopic).catch((error: unknown) =>
        shop.log.warn('the presence of shoppers could not be requested', { error }),
      ),
    /** Removes streams without a recent message. The instance of such a stream may have ended without notice. */
    sweep: () => {
      for (const [stream, { until }] of presence) {
        if (until > Date.now()) continue
        presence.delete(stream)
        scheduleUpdate()
      }
    },
    stop: () => {
      clearTimeout(updateTimer)
      clearTimeout(typingTimer)
      subscription.stop()
    },
  }
}
