import { type Device, readDevice } from '#features/adverts/adverts.rules.ts'
import { sendEvent } from '#web/data/events.ts'

/** Counts a tap on a banner without delaying its link. */
export function recordBannerClick(advertId: number, pos: string): void {
  sendEvent('advert_click', { ad_id: advertId, pos })
  try {
    navigator.sendBeacon(`/ajax-web/ads/${advertId}/click`)
  } catch {
    // Blocked beacons do not stop the link.
  }
}

export function readThisDevice(): Device {
  return readDevice(navigator.userAgent, navigator.maxTouchPoints)
}
