import { useEffect, useRef } from 'react'
import { toQuery } from '#contract/calls/call.ts'

type LiveHandlers = {
  /** Called with the state when the connection opens. The state may have changed since the page was loaded. */
  onReady?: (state: Record<string, unknown>) => void
  /** Called after a change, or when a change may have been missed. */
  onChanged: (data: Record<string, unknown>) => void
}

// 30,000 ms: after an error, such as a full or unreachable server, browsers do not reconnect by themselves.
const reconnectMs = 30_000

/**
 * Subscribes to a topic while the page is visible. A hidden page disconnects and catches up when it is visible again.
 * `here` tells staff that a shopper is present, and which product the page shows.
 */
export function useLive(topic: string | null, handlers: LiveHandlers, here?: string | null): void {
  const latest = useRef(handlers)
  useEffect(() => {
    latest.current = handlers
  })
  useEffect(() => {
    if (topic === null || typeof EventSource === 'undefined') return
    let source: EventSource | null = null
    let retryTimer: ReturnType<typeof setTimeout> | undefined
    const read = (event: MessageEvent<string>): Record<string, unknown> => JSON.parse(event.data)
    const open = () => {
      if (source || document.hidden) return
      source = new EventSource(`/ajax-web/live${toQuery({ topic, here: here ?? undefined })}`)
      source.addEventListener('ready', (event) => latest.current.onReady?.(read(event)))
      source.addEventListener('changed', (event) => latest.current.onChanged(read(event)))
      source.addEventListener('resync', () => latest.current.onChanged({}))
      source.addEventListener('error', () => {
        if (source?.readyState !== EventSource.CLOSED) return
        close()
        retryTimer = setTimeout(open, reconnectMs)
      })
    }
    const close = () => {
      clearTimeout(retryTimer)
      source?.close()
      source = null
    }
    const handleVisibility = () => (document.hidden ? close() : open())
    open()
    document.addEventListener('visibilitychange', handleVisibility)
    window.addEventListener('pagehide', close)
    window.addEventListener('pageshow', open)
    return () => {
      close()
      document.removeEventListener('visibilitychange', handleVisibility)
      window.removeEventListener('pagehide', close)
      window.removeEventListener('pageshow', open)
    }
  }, [topic, here])
}
