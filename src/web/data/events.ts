import type { EventName, EventProps } from '#contract/calls/events.ts'

declare global {
  interface Window {
    /** Read by tag managers a merchant may add. */
    dataLayer?: object[]
  }
}

/** Tells the shop and the page's tag manager that something happened. Never throws: no tap fails because nobody counts it. */
export function sendEvent(name: EventName, props: EventProps = {}): void {
  try {
    window.dataLayer ??= []
    window.dataLayer.push({ event: name, ...props })
    navigator.sendBeacon('/ajax-web/event', JSON.stringify({ name, props }))
  } catch {
    // A blocked beacon or a frozen dataLayer is the page's own choice.
  }
}
