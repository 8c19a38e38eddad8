import { toQuery } from '#contract/calls/call.ts'
import { staffApiRoot } from '#contract/calls/staff-call.ts'

/** A staff member. `about` is the open page, for followers of `presence`. */
export type Person = { id: string; name: string; about?: string }
type Follower = {
  topics: readonly string[]
  onChange: () => unknown
  onPresent: (people: Person[]) => void
}
type Stream = Pick<EventSource, 'addEventListener' | 'close'>
type Open = (address: string) => Stream

/** 50 ms: parts of a page mount and unmount together, so changes are collected before the stream reopens. */
const reconnectDelayMs = 50

/**
 * Creates the stream that all parts of a window share. Browsers limit connections per site, and several windows with
 * several parts would exhaust the limit. When the topics change, the new stream opens before the old stream closes.
 */
export function createStaffStream(open: Open) {
  const followers = new Set<Follower>()
  let stream: Stream | null = null
  let address = ''
  let timer: ReturnType<typeof setTimeout> | undefined

  function connect() {
    const topics = [...new Set([...followers].flatMap((one) => one.topics))].sort()
    const newAddress = topics.length > 0 ? `${staffApiRoot}/live${toQuery({ topics: topics.join(',') })}` : ''
    if (newAddress === address) return
    address = newAddress
    const previous = stream
    stream = newAddress === '' ? null : follow(open(newAddress), previous)
    if (!stream) previous?.close()
  }

  function follow(next: Stream, previous: Stream | null): Stream {
    next.addEventListener('ready', () => previous?.close())
    next.addEventListener('changed', ({ data }: MessageEvent) => {
      const { topics }: { topics: string[] } = JSON.parse(data)
      for (const one of followers) if (one.topics.some((topic) => topics.includes(topic))) notifyFollower(one)
    })
    next.addEventListener('present', ({ data }: MessageEvent) => {
      const { about, people }: { about: string; people: Person[] } = JSON.parse(data)
      for (const one of followers) if (one.topics.includes(about)) one.onPresent(people)
    })
    return next
  }

  return (follower: Follower): (() => void) => {
    const scheduleConnect = () => {
      clearTimeout(timer)
      timer = setTimeout(connect, reconnectDelayMs)
    }
    followers.add(follower)
    scheduleConnect()
    return () => {
      followers.delete(follower)
      scheduleConnect()
    }
  }
}

// If the reload fails, the page stays unchanged. The next change tries again.
function notifyFollower({ onChange }: Follower): void {
  Promise.resolve()
    .then(onChange)
    .catch(() => undefined)
}
