import { newId } from '../database/ids.ts'
import type { StaffAsker } from '../http/staff-asker.ts'
import type { Shop } from '../shop.ts'
import { type EventStream, presentMs } from './event-stream.ts'
import { type Live, type LiveData, publish } from './live.ts'

// Which staff look at which order, return or ticket. Each open stream tells it to all others while it is open.

const presenceTopic = 'staff-presence'
/** Windows of others that one page hears of: more than a shop has people. */
const mostLooking = 200
const restMs = 1_000

/** `isAsking`: about nothing itself, this stream wants to know what others look at. */
type Presence = { about: string; id: string; name: string; stream: string; hasLeft?: true; isAsking?: true }

type Parts = {
  shop: Pick<Shop, 'db' | 'log'>
  live: Live
  asker: StaffAsker
  topics: string[]
  /** True for a page that shows what everybody looks at. */
  wantsAll: boolean
}

/** Tells others what this stream looks at, and this stream who else looks at the same. */
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
    // A stream that comes learns of those that are here already.
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

/** Keeps who else is there, by stream: the same person in two windows is there until the last one closes. */
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
  /** Tells what each of the others looks at, once a second at most. */
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
    /** Returns `came` for a stream that looks at the same thing and was not there before. */
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
    /** Lets go of streams that were not heard of for too long: their instance may have ended without a word. */
    sweep: () => {
      for (const [key, { until, about }] of present) {
        if (until > Date.now()) continue
        present.delete(key)
        tell(about)
      }
    },
  }
}
