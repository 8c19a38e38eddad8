import type { Context, Hono } from 'hono'
import type { Visitor } from './http.ts'
import type { Live, LiveData } from './live.ts'
import { readToken } from './request.ts'
import type { Shop } from './shop.ts'

export type TopicAsked = { shop: Shop; asker: Visitor; id: string; header: (name: string) => string | undefined }
/**
 * Says whether somebody may follow a topic: null is no, anything else is how things stand now.
 * It travels with `ready`, so that a page notices what happened between its data and this connection.
 */
export type TopicGuard = (asked: TopicAsked) => Promise<LiveData | null>

type Parts = {
  shop: Shop
  live: Live
  whoIsAsking: (token: string | null) => Promise<Visitor>
  /** By the word before the colon: `return:<id>` is for `return` to decide. */
  topics: Record<string, TopicGuard>
}

const heartbeatMs = 20_000
// The browser comes back by itself and is asked anew who it is: a session that ended does not listen on for ever.
const longestMs = 10 * 60_000

/** `GET /ajax-web/live?topic=return:<id>`: server-sent events, by the cookie, because an EventSource sends no header. */
export function addLiveRoute(app: Pick<Hono, 'get'>, { shop, live, whoIsAsking, topics }: Parts): void {
  app.get('/ajax-web/live', async (c) => {
    const [, kind = '', id = ''] = /^([a-z]+):(\w{1,64})$/.exec(c.req.query('topic') ?? '') ?? []
    const guard = Object.hasOwn(topics, kind) ? topics[kind] : undefined
    const asker = await whoIsAsking(readToken(c))
    const asked = { shop, asker, id, header: (name: string) => c.req.header(name) }
    if (!guard || (await guard(asked)) === null) {
      return c.json({ status_code: 404, message: 'This is not here', reason: 'not_found' }, 404)
    }
    return c.body(
      openStream(c, shop, live, `${kind}:${id}`, () => guard(asked)),
      200,
      {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store, no-transform',
        // Proxies that collect answers before passing them on would keep the news to themselves.
        'x-accel-buffering': 'no',
      },
    )
  })
}

function openStream(
  c: Context,
  { metrics }: Shop,
  live: Live,
  topic: string,
  readState: () => Promise<LiveData | null>,
): ReadableStream {
  const encoder = new TextEncoder()
  let finish = () => {}
  return new ReadableStream<Uint8Array>({
    async start(stream) {
      let isOpen = true
      metrics.liveConnections.add(1)
      let unsubscribe = () => {}
      const write = (text: string) => {
        if (isOpen) stream.enqueue(encoder.encode(text))
      }
      const send = (name: string, data: LiveData) => write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
      const heartbeat = setInterval(() => write(': still here\n\n'), heartbeatMs)
      const longest = setTimeout(() => finish(), longestMs)
      finish = () => {
        if (!isOpen) return
        isOpen = false
        metrics.liveConnections.add(-1)
        clearInterval(heartbeat)
        clearTimeout(longest)
        unsubscribe()
        stream.close()
      }
      c.req.raw.signal.addEventListener('abort', () => finish())
      live.closed.then(() => finish())
      write('retry: 3000\n\n')
      unsubscribe = await live.subscribe(topic, ({ name, data }) => send(name, data))
      if (!isOpen) return unsubscribe()
      // Read after listening has begun: nothing falls between the two.
      const state = await readState()
      if (state) send('ready', state)
      else finish()
    },
    cancel: () => finish(),
  })
}
