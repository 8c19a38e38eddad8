import { newId } from '../database/ids.ts'
import type { StaffAsker } from '../http/staff-asker.ts'
import type { Shop } from '../shop.ts'
import { type EventStream, presentMs } from './event-stream.ts'
import { type Live, type LiveData, publish } from './live.ts'

// Presence: which staff look at which order, return or ticket. Each open stream announces its resource to all others.

const presenceTopic = 'staff-presence'
/** 200 windows of others that one page shows: more than a shop has staff. */
const mostLooking = 200
const restMs = 1_000

/** A presence message. `isAsking` marks a stream that looks at nothing itself and requests the presence of others. */
type Presence = { about: string; id: string; name: string; stream: string; hasLeft?: true; isAsking?: true }

type Parts = {
  shop: Pick<Shop, 'db' | 'log'>
  live: Live
  asker: StaffAsker
  topics: string[]
  /** True for a page that shows the presence of all staff. */
  wantsAll: boolean
}

/** Announces the resource of this stream to others, and sends this stream the others on the same resource. */
export function createPresence(stream: EventStream, { shop, live, asker, topics, wantsAll }: Parts) {
  const things = topics.filter((topic) => topic.includes('/'))
  const own = { id: asker.id, name: asker.name, stream: newId() }
  const others = createOthers(stream, { ownId: asker.id, things, wantsAll })
  const sayPresent = (hasLeft?: true) =>
    Promise.all(
      things.map((about) => publish(shop.db, presenceTopic, { about, ...own, ...(hasLeft && { hasLeft }) })),
    ).catch((error: unknown) => shop.log.warn('presence was not told', { error }))
  const askOthers = () =>
    publish(shop.db, presenceTopic, { about: '', ...own, isAsking: true }).catch((error: unknown) =>
      shop.log.warn('presence was not asked for', { error }),
    )
  const seen = live.subscribe(presenceTopic, ({ name, data }) => {
    if (name !== 'changed' || !isPresence(data) || data.stream === own.stream) return
    if (data.isAsking) return void sayPresent()
    // A new stream learns about the streams that are already present.
    if (others.hear(data) === 'came') void sayPresent()
  })
  stream.onBeat(() => {
    void sayPresent()
    others.sweep()
  })
  stream.onEnd(seen.stop)
  stream.onEnd(() => void sayPresent(true))
  return {
    ready: seen.ready,
    begin: () => {
      void sayPresent()
      if (wantsAll) void askOthers()
    },
  }
}

const isPresence = (data: LiveData): data is Presence =>
  [data.about, data.id, data.name, data.stream].every((value) => typeof value === 'string')

type OthersParts = { ownId: string; things: string[]; wantsAll: boolean }

/** Keeps the other streams, so that a person with two windows is present until the last one closes. */
function createOthers({ send, onEnd }: EventStream, { ownId, things, wantsAll }: OthersParts) {
  const present = new Map<string, Presence & { until: number }>()
  let looked: NodeJS.Timeout | undefined
  onEnd(() => clearTimeout(looked))
  const listOthers = () => [...present.values()].filter(({ id }) => id !== ownId)
  const tellPresent = (about: string) => {
    const there = listOthers().filter((one) => one.about === about)
    const people = new Map(there.map(({ id, name }) => [id, { id, name }]))
    send('present', { about, people: [...people.values()] })
  }
  /** Sends what each of the others looks at, at most once a second. */
  const tellLooking = () => {
    looked ??= setTimeout(() => {
      looked = undefined
      const people = new Map(listOthers().map(({ id, name, about }) => [id, { id, name, about }]))
      send('present', { about: 'presence', people: [...people.values()] })
    }, restMs)
  }
  const tell = (about: string) => {
    if (things.includes(about)) tellPresent(about)
    if (wantsAll) tellLooking()
  }
  return {
    /** Returns `came` for a new stream on the same resource. */
    hear: (one: Presence): 'came' | null => {
      const { about, stream, hasLeft } = one
      const isHere = things.includes(about)
      if (!isHere && !(wantsAll && present.size < mostLooking)) return null
      const key = `${about} ${stream}`
      const isNew = !present.has(key)
      if (hasLeft) present.delete(key)
      else present.set(key, { ...one, until: Date.now() + presentMs })
      if (isNew || hasLeft) tell(about)
      return isHere && isNew && !hasLeft ? 'came' : null
    },
    /** Removes streams without a recent message. Their instance may have ended without notice. */
    sweep: () => {
      for (const [key, { until, about }] of present) {
        if (until > Date.now()) continue
        present.delete(key)
        tell(about)
      }
    },
  }
}
