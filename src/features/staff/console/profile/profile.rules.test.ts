import { expect, test } from 'vitest'
import { formatBrowser, groupSecret, hasPasskeys } from './profile.rules.ts'

test.each([
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36',
    'Chrome on Linux',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1',
    'Safari on iOS',
  ],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge on Windows'],
  ['curl/8.5.0', 'curl/8.5.0'],
  ['', 'Unknown'],
])('names the user agent %s as %s', (userAgent, name) => {
  expect(formatBrowser(userAgent)).toBe(name)
})

test('groups a secret by four characters', () => {
  expect(groupSecret('ABCDEFGHIJ')).toBe('ABCD EFGH IJ')
})

test('offers passkeys for host names only', () => {
  expect(['localhost', 'shop.example', '1-2.example'].map(hasPasskeys)).toEqual([true, true, true])
  expect(['127.0.0.1', '[::1]'].map(hasPasskeys)).toEqual([false, false])
})
