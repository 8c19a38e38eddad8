import type { EventName, EventProps } from '#contract/calls/events.ts'

declare global {
  interface Window {
    /** The event queue of a tag manager, if the merchant has added one. */
    dataLayer?: object[]
  }
}

/**
 * Reports an event to the shop and to the page's tag manager. Never throws, so that a failed report cannot break a tap.
 */
export function sendEvent(name: EventName, props: EventProps = {}): void {
  try {
    window.dataLayer ??= []
    window.dataLayer.push({ event: name, ...props })
    navigator.sendBeacon('/ajax-web/event', JSON.stringify({ name, props }))
  } catch {
    // A blocked beacon or a frozen dataLayer is ignored.
  }
}
