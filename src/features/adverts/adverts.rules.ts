import { fieldsOf } from '#contract/values.ts'
export type Device = 'ios' | 'android' | 'other'

/**
 * Returns the device of a user agent. An iPad sends the user agent of a Mac, so only the touch points identify an iPad.
 * Request headers do not contain the touch points.
 */
export function readDevice(userAgent: string | undefined, touchPoints = 0): Device {
  if (/iphone|ipad|ipod/i.test(userAgent ?? '')) return 'ios'
  if (/android/i.test(userAgent ?? '')) return 'android'
  return /macintosh/i.test(userAgent ?? '') && touchPoints > 1 ? 'ios' : 'other'
}

type BannerTarget = {
  link_type: string
  link_path: string | null
  link_detail: object | null
}

/** Returns the link of a banner: the app store of the device for the type 'down', and the path for other types. */
export function findBannerLink(advert: BannerTarget, device: Device): string | null {
  if (advert.link_type !== 'down') return advert.link_path
  const { ios_url, google_url } = fieldsOf(advert.link_detail)
  const store = device === 'ios' ? ios_url : google_url
  return typeof store === 'string' ? store : null
}
