import { newId } from '../database/ids.ts'
import type { StaffActor } from '../http/staff/staff-actor.ts'
import type { Shop } from '../shop.ts'
import { type EventStream, presentMs } from './event-stream.ts'
import { type Live, type LiveData, publish } from './live.ts'

// Presence: which staff look at which order, return or ticket. Each open stream announces its resource to all others.

const presenceTopic = 'staff-presence'
/** 200: the largest number of other windows that one page shows, which is more than a shop has staff. */
const maxViewers = 200
const minIntervalMs = 1_000

/** A presence message. `isAsking` marks a stream that looks at nothing itself and requests the presence of others. */
type Presence = { about: string; id: string; name: string; stream: string; hasLeft?: true; isAsking?: true }

type Parts = {
  shop: Pick<Shop, 'db' | 'log'>
  live: Live
  actor: StaffActor
  topics: string[]
  /** True for a page that shows the presence of all staff. */
  wantsAll: boolean
}

/** Announces the resource of this stream to other streams, and sends this stream the viewers of the same resource. */
export function createPresence(stream: EventStream, { shop, live, actor, topics, wantsAll }: Parts) {
  const resources = topics.filter((topic) => topic.includes('/'))
  const own = { id: actor.id, name: actor.name, stream: newId() }
  const others = createOthers(stream, { ownId: actor.id, resources, wantsAll })
  const announcePresence = (hasLeft?: true) =>
    Promise.all(
      resources.map((about) => publish(shop.db, presenceTopic, { about, ...own, ...(hasLeft && { hasLeft }) })),
    ).catch((error: unknown) => shop.log.warn('the presence of a staff member could not be announced', { error }))
  const requestPresence = () =>
    publish(shop.db, presenceTopic, { about: '', ...own, isAsking: true }).catch((error: unknown) =>
      shop.log.warn('the presence of staff members could not be requested', { error }),
    )
  const subscription = live.subscribe(presenceTopic, ({ name, data }) => {
    if (name !== 'changed' || !isPresence(data) || data.stream === own.stream) return
    if (data.isAsking) return void announcePresence()
    // A new stream learns about the streams that are already present.
    if (others.receive(data) === 'came') void announcePresence()
  })
  stream.onBeat(() => {
    void announcePresence()
    others.sweep()
  })
  stream.onEnd(subscription.stop)
  stream.onEnd(() => void announcePresence(true))
  return {
    ready: subscription.ready,
    begin: () => {
      void announcePresence()
      if (wantsAll) void requestPresence()
    },
  }
}

const isPresence = (data: LiveData): data is Presence =>
  [data.about, data.id, data.name, data.stream].every((value) => typeof value === 'string')

type OthersParts = { ownId: string; resources: string[]; wantsAll: boolean }

/** Keeps the other streams, so that a person with two windows is present until the last window closes. */
function createOthers({ send, onEnd }: EventStream, { ownId, resources, wantsAll }: OthersParts) {
  const present = new Map<string, Presence & { until: number }>()
  let viewersTimer: NodeJS.Timeout | undefined
  onEnd(() => clearTimeout(viewersTimer))
  const listOthers = () => [...present.values()].filter(({ id }) => id !== ownId)
  const sendPresent = (about: string) => {
    const there = listOthers().filter((one) => one.about === about)
    const people = new Map(there.map(({ id, name }) => [id, { id, name }]))
    send('present', { about, people: [...people.values()] })
  }
  /** Sends which resource each other person looks at, at most once a second. */
  const scheduleViewers = () => {
    viewersTimer ??= setTimeout(() => {
      viewersTimer = undefined
      const people = new Map(listOthers().map(({ id, name, about }) => [id, { id, name, about }]))
      send('present', { about: 'presence', people: [...people.values()] })
    }, minIntervalMs)
  }
  const sendUpdate = (about: string) => {
    if (resources.includes(about)) sendPresent(about)
    if (wantsAll) scheduleViewers()
  }
  return {
    /** Returns `came` for a new stream on the same resource. */
    receive: (one: Presence): 'came' | null => {
      const { about, stream, hasLeft } = one
      const isHere = resources.includes(about)
      if (!isHere && !(wantsAll && present.size < maxViewers)) return null
      const key = `${about} ${stream}`
      const isNew = !present.has(key)
      if (hasLeft) present.delete(key)
      else present.set(key, { ...one, until: Date.now() + presentMs })
      if (isNew || hasLeft) sendUpdate(about)
      return isHere && isNew && !hasLeft ? 'came' : null
    },
    /** Removes streams without a recent message. The instance of such a stream may have ended without notice. */
    sweep: () => {
      for (const [key, { until, about }] of present) {
        if (until > Date.now()) continue
        present.delete(key)
        sendUpdate(about)
      }
    },
  }
}
