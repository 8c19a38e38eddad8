import { useEffect, useRef } from 'react'
import { toQuery } from '#contract/calls/call.ts'

type LiveHandlers = {
  /** How things stood when the connection opened; it may have changed since the page got its data. */
  onReady?: (state: Record<string, unknown>) => void
  /** Something changed, or may have while nobody listened. */
  onChanged: (data: Record<string, unknown>) => void
}

// A server that is full or away answers with an error, after which a browser never asks again by itself.
const askAgainMs = 30_000

/**
 * Follows a topic of the shop while the page is looked at. A hidden page lets go and catches up when it is back. `here` tells
 * staff that somebody is there, and which product is on the page.
 */
export function useLive(topic: string | null, handlers: LiveHandlers, here?: string | null): void {
  const latest = useRef(handlers)
  useEffect(() => {
    latest.current = handlers
  })
  useEffect(() => {
    if (topic === null || typeof EventSource === 'undefined') return
    let source: EventSource | null = null
    let again: ReturnType<typeof setTimeout> | undefined
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
        again = setTimeout(open, askAgainMs)
      })
    }
    const close = () => {
      clearTimeout(again)
      source?.close()
      source = null
    }
    const follow = () => (document.hidden ? close() : open())
    open()
    document.addEventListener('visibilitychange', follow)
    window.addEventListener('pagehide', close)
    window.addEventListener('pageshow', open)
    return () => {
      close()
      document.removeEventListener('visibilitychange', follow)
      window.removeEventListener('pagehide', close)
      window.removeEventListener('pageshow', open)
    }
  }, [topic, here])
}
