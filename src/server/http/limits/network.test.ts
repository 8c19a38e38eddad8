import fc from 'fast-check'
import { expect, test } from 'vitest'
import { networkOf } from './network.ts'

test.each([
  ['203.0.113.7', '203.0.113.0/24'],
  ['203.0.113.255', '203.0.113.0/24'],
  ['::ffff:203.0.113.7', '203.0.113.0/24'],
  ['::FFFF:cb00:7107', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['2001:DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['1:2::203.0.113.7', '1:2:0:0::/64'],
  ['unknown', 'unknown'],
  ['', 'unknown'],
  ['203.0.113', 'unknown'],
  ['<script>', 'unknown'],
])('assigns %s to %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network)
})

test('ignores the last half of an IPv6 address and the last byte of an IPv4 address', () => {
  fc.assert(
    fc.property(fc.ipV4(), fc.nat(255), (ip, last) => {
      const neighbour = ip.replace(/\d+$/, String(last))
      expect(networkOf(neighbour)).toBe(networkOf(ip))
      expect(networkOf(`::ffff:${neighbour}`)).toBe(networkOf(ip))
    }),
  )
  const group = fc.nat(0xffff).map((one) => one.toString(16))
  fc.assert(
    // The first group starts at 1, so that no address is an IPv4-mapped address.
    fc.property(fc.integer({ min: 1, max: 0xffff }), fc.array(group, { minLength: 7, maxLength: 7 }), (first, rest) => {
      const ip = [first.toString(16), ...rest].join(':')
      expect(networkOf(ip)).toBe(networkOf(`${ip.split(':').slice(0, 4).join(':')}::`))
    }),
  )
})

test('assigns a network to any text', () => {
  fc.assert(
    fc.property(fc.oneof(fc.ipV6(), fc.string()), (text) => {
      expect(networkOf(text)).toMatch(/^([0-9a-f:.]{7,23}\/(24|64)|unknown)$/)
    }),
  )
})
