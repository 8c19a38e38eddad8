import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSafeLink, isWebLink } from './links.ts'

test.each(['/', '/products/quay-coat', '/search?q=linen#top', 'https://apps.apple.com/app/harbor/id1', '/a//b'])(
  'follows the link %s',
  (link) => {
    expect(isSafeLink(link)).toBe(true)
  },
)

test.each([
  '',
  'products',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  ' /account',
  'javascript:alert(1)',
  'data:text/html,x',
  'http://apps.apple.com/x',
  'https://evil.example',
  'https://apps.apple.com.evil.example/',
  'https://apps.apple.com@evil.example/',
  'https://shop:pass@apps.apple.com/',
  'https://apps.apple.com:8443/',
])('rejects the link "%s"', (link) => {
  expect(isSafeLink(link)).toBe(false)
})

test.each(['/', '/search?q=linen#top', 'https://lookbook.example', 'https://www.instagram.com/harbor/'])(
  'lets staff link to %s',
  (link) => {
    expect(isWebLink(link)).toBe(true)
  },
)

test.each([
  '',
  '//evil.example',
  '/\\evil.example',
  'javascript:alert(1)',
  'http://lookbook.example',
  'https://localhost/',
  'https://shop:pass@lookbook.example/',
  'https://lookbook.example:8443/',
])('rejects the staff link "%s"', (link) => {
  expect(isWebLink(link)).toBe(false)
})

test('accepts no link to a host that is not on the list', () => {
  const origin = 'https://harbor.test'
  const hostileText = fc.string({
    unit: fc.constantFrom('/', '\\', ':', '@', '.', 'a', '\t', '%', '?', '#', 'https:'),
    maxLength: 12,
  })
  fc.assert(
    fc.property(hostileText, (link) => {
      fc.pre(isSafeLink(link))
      const { origin: reached, hostname } = new URL(link, origin)
      expect(reached === origin || hostname === 'apps.apple.com').toBe(true)
    }),
    { numRuns: 2000 },
  )
})
