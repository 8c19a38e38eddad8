import { toQuery } from '#contract/calls/call.ts'
import { staffApiRoot } from '#contract/calls/staff-call.ts'

/** `about` is what they look at, where a page follows everybody (`presence`). */
export type Person = { id: string; name: string; about?: string }
type Follower = {
  topics: readonly string[]
  onChange: () => unknown
  onPresent: (people: Person[]) => void
}
type Stream = Pick<EventSource, 'addEventListener' | 'close'>
type Open = (address: string) => Stream

/** Parts of a page come and go together: they are gathered for a moment before the stream is opened anew. */
const gatherMs = 50

/**
 * One stream of a window for everybody in it: a browser keeps few connections open to a site, and a page of several parts in
 * several windows would use them up. Where other topics are wanted the new stream is up before the old one ends.
 */
export function createStaffStream(open: Open) {
  const followers = new Set<Follower>()
  let stream: Stream | null = null
  let address = ''
  let timer: ReturnType<typeof setTimeout> | undefined

  function connect() {
    const topics = [...new Set([...followers].flatMap((one) => one.topics))].sort()
    const wanted = topics.length > 0 ? `${staffApiRoot}/live${toQuery({ topics: topics.join(',') })}` : ''
    if (wanted === address) return
    address = wanted
    const last = stream
    stream = wanted === '' ? null : follow(open(wanted), last)
    if (!stream) last?.close()
  }

  function follow(next: Stream, last: Stream | null): Stream {
    next.addEventListener('ready', () => last?.close())
    next.addEventListener('changed', ({ data }: MessageEvent) => {
      const { topics }: { topics: string[] } = JSON.parse(data)
      for (const one of followers) if (one.topics.some((topic) => topics.includes(topic))) run(one)
    })
    next.addEventListener('present', ({ data }: MessageEvent) => {
      const { about, people }: { about: string; people: Person[] } = JSON.parse(data)
      for (const one of followers) if (one.topics.includes(about)) one.onPresent(people)
    })
    return next
  }

  return (follower: Follower): (() => void) => {
    const later = () => {
      clearTimeout(timer)
      timer = setTimeout(connect, gatherMs)
    }
    followers.add(follower)
    later()
    return () => {
      followers.delete(follower)
      later()
    }
  }
}

// A page that cannot be read anew keeps what it shows; the next change tries again.
function run({ onChange }: Follower): void {
  Promise.resolve()
    .then(onChange)
    .catch(() => undefined)
}
