import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFetchOutside, isPublicAddress } from './fetch-outside.ts'

let server: Server
let port = 0
const answers: Record<string, RequestListener> = {
  '/picture': (_, response) => response.end('bytes'),
  '/large': (_, response) => response.end('x'.repeat(2000)),
  '/slow': () => {},
  '/gone': (_, response) => response.writeHead(404).end(),
  '/moved': (_, response) => response.writeHead(302, { location: '/picture' }).end(),
  '/inside': (_, response) => response.writeHead(302, { location: 'http://169.254.169.254/secrets' }).end(),
  '/circle': (_, response) => response.writeHead(302, { location: '/circle' }).end(),
}
beforeAll(async () => {
  server = createServer((request, response) => answers[request.url ?? '']?.(request, response))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const limits = { maxBytes: 1000, maxMs: 300 }
const isHere = (ip: string) => ip === '127.0.0.1'
const here = createFetchOutside({
  allowsHttp: true,
  isAllowed: isHere,
  resolve: (_, found) => found(null, [{ address: '127.0.0.1', family: 4 }]),
})
const from = (path: string) => here(`http://shop.test:${port}${path}`, limits)

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.31.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  'fe80::1',
  'fc00::1',
  '::ffff:10.0.0.1',
  '64:ff9b::a00:1',
  '2002:a00:1::',
  '2001:db8::1',
  'nothing',
])('treats %s as not public', (ip) => expect(isPublicAddress(ip)).toBe(false))

test.each(['8.8.8.8', '151.101.1.1', '2606:4700::1111'])('treats %s as public', (ip) =>
  expect(isPublicAddress(ip)).toBe(true),
)

test('fetches an address, also after a redirect', async () => {
  expect(String(await from('/picture'))).toBe('bytes')
  expect(String(await from('/moved'))).toBe('bytes')
})

test.each([
  ['/large', 'is larger than 1000 bytes'],
  ['/slow', 'took longer than 0.3 seconds'],
  ['/gone', 'responded with status 404'],
  ['/inside', 'is in a private network'],
  ['/circle', 'redirects more than 3 times'],
])('refuses %s because it %s', (path, reason) => expect(from(path)).rejects.toThrow(reason))

test('refuses plain http, passwords, and names that lead to a private network', async () => {
  const outside = createFetchOutside({ resolve: (_, found) => found(null, [{ address: '10.0.0.7', family: 4 }]) })
  await expect(outside(`http://shop.test:${port}/picture`, limits)).rejects.toThrow('is not an https URL')
  await expect(outside('file:///etc/passwd', limits)).rejects.toThrow('is not an https URL')
  await expect(outside('https://me:secret@shop.test/a', limits)).rejects.toThrow('contains a user name or password')
  await expect(outside('https://127.0.0.1/a', limits)).rejects.toThrow('is in a private network')
  await expect(outside('https://[::1]/a', limits)).rejects.toThrow('is in a private network')
  await expect(outside('https://0x7f000001/a', limits)).rejects.toThrow('is in a private network')
  await expect(outside('https://intranet.test/a', limits)).rejects.toThrow('is in a private network')
  const mixed = createFetchOutside({
    resolve: (_, found) =>
      found(null, [
        { address: '8.8.8.8', family: 4 },
        { address: '192.168.0.1', family: 4 },
      ]),
  })
  await expect(mixed('https://both.test/a', limits)).rejects.toThrow('is in a private network')
})
