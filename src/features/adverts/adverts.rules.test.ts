import { expect, test } from 'vitest'
import { findBannerLink, readDevice } from './adverts.rules.ts'

const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15'

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 0, 'ios'],
  ['Mozilla/5.0 (iPad; CPU OS 12_0 like Mac OS X)', 0, 'ios'],
  ['Mozilla/5.0 (Linux; Android 15; Pixel 9)', 5, 'android'],
  [mac, 5, 'ios'],
  [mac, 0, 'other'],
  ['Mozilla/5.0 (X11; Linux x86_64)', 0, 'other'],
  [undefined, 0, 'other'],
])('reads %s with %i touch points as %s', (userAgent, touchPoints, device) => {
  expect(readDevice(userAgent, touchPoints)).toBe(device)
})

const stores = { ios_url: 'https://apps.apple.com/a', google_url: 'https://play.google.com/a' }

test.each([
  ['down', 'ios', 'https://apps.apple.com/a'],
  ['down', 'android', 'https://play.google.com/a'],
  ['down', 'other', 'https://play.google.com/a'],
  ['custom_link', 'ios', '/swim'],
] as const)('links a %s banner on %s to %s', (link_type, device, expected) => {
  expect(findBannerLink({ link_type, link_path: '/swim', link_detail: stores }, device)).toBe(expected)
})
