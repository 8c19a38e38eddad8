import { minuteMs } from '#contract/times/times.ts'

const heartbeatMs = 20_000
/** 50 s: the lifetime of a presence event, two and a half heartbeats of its stream. */
export const presentMs = 2.5 * heartbeatMs
// 10 minutes: the browser reconnects by itself and is authenticated again, so an expired session stops listening.
const maxMs = 10 * minuteMs

export const eventStreamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  // Proxies that buffer responses would delay the events.
  'x-accel-buffering': 'no',
}

export type EventStream = {
  isOpen: () => boolean
  send: (name: string, data: object) => void
  finish: () => void
  /** Adds a function that runs every 20 seconds while the stream is open. */
  onBeat: (beat: () => void) => void
  /** Adds a function that runs once, when the stream ends. */
  onEnd: (stop: () => void) => void
}

type Parts = {
  signal: AbortSignal
  /** The number of events that may wait for a client that does not read. */
  backlog: number
  /** Runs once when the stream ends, even if the client has left before its start. */
  leave: () => void
  begin: (stream: EventStream) => void
}

/** Opens a stream of server-sent events. An error ends this stream only: no write and no close may throw. */
export function openEventStream(parts: Parts): ReadableStream<Uint8Array> {
  let finish = () => {}
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const { stream, write } = createStream(controller, parts)
      finish = stream.finish
      parts.signal.addEventListener('abort', finish, { once: true })
      if (parts.signal.aborted) return finish()
      write('retry: 3000\n\n')
      parts.begin(stream)
    },
    cancel: () => finish(),
  })
}

function createStream(controller: ReadableStreamDefaultController<Uint8Array>, { signal, backlog, leave }: Parts) {
  const encoder = new TextEncoder()
  const beats: (() => void)[] = []
  const stops = [leave]
  let isOpen = true
  const finish = () => {
    if (!isOpen) return
    isOpen = false
    clearInterval(heartbeat)
    clearTimeout(longest)
    signal.removeEventListener('abort', finish)
    for (const stop of stops) stop()
    try {
      controller.close()
    } catch {
      // The client has already closed the stream, or the connection broke. In both cases the stream is closed.
    }
  }
  const write = (text: string) => {
    if (!isOpen) return
    // A client that does not read is disconnected instead of buffered. The client reconnects and gets the current
    // state.
    if ((controller.desiredSize ?? 0) <= -backlog) return finish()
    try {
      controller.enqueue(encoder.encode(text))
    } catch {
      finish()
    }
  }
  const heartbeat = setInterval(() => {
    write(': still here\n\n')
    for (const beat of beats) beat()
  }, heartbeatMs)
  const longest = setTimeout(finish, maxMs)
  const stream: EventStream = {
    isOpen: () => isOpen,
    send: (name, data) => write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`),
    finish,
    onBeat: (beat) => beats.push(beat),
    onEnd: (stop) => stops.push(stop),
  }
  return { stream, write }
}
