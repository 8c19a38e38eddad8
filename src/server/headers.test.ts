import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerJson } from './compress.ts'
import { leaveOutHeader, readSaidHeader, sayHeader, sayVaries, secureHeaders } from './headers.ts'

// Over a connection headers are said to Node, otherwise to Hono: whoever asks has to see no difference.
const app = new Hono()
app.use(secureHeaders('https://harbor.test'))
app.get('/plain', (c) => c.text('ok'))
app.get('/long', (c) => {
  sayHeader(c, 'cache-control', 'no-store')
  return answerJson(c, { word: 'word'.repeat(500) })
})
app.get('/otherwise', (c) => {
  c.header('content-security-policy', "default-src 'self'")
  sayVaries(c, 'Cookie')
  c.header('set-cookie', 'one=1', { append: true })
  c.header('set-cookie', 'two=2', { append: true })
  return answerJson(c, { word: 'word'.repeat(500) }, 404)
})
app.get('/fewer', (c) => {
  c.header('last-modified', 'once')
  for (const name of ['last-modified', 'referrer-policy', 'content-security-policy']) leaveOutHeader(c, name)
  return c.text('ok')
})
app.get('/same', (c) => {
  sayHeader(c, 'etag', '"1"')
  return c.body(null, 304)
})
app.get('/streamed', (c) => c.body(new Blob(['in', 'pieces']).stream(), 200, { 'content-type': 'text/plain' }))
app.get('/read', (c) => {
  sayHeader(c, 'x-request-id', 'abc')
  return c.text(`${readSaidHeader(c, 'x-request-id')} ${readSaidHeader(c, 'x-other')}`)
})

const server = createServer(getRequestListener(app.fetch))
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => server.close())

/** What belongs to the connection, and lengths, which Node adds. */
const ofTheConnection = ['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding']
const listHeaders = ({ headers }: Response) => [...headers].filter(([name]) => !ofTheConnection.includes(name))

test.each(['/plain', '/long', '/otherwise', '/fewer', '/same', '/streamed', '/read'])(
  'over a connection %s says what it says without one',
  async (path) => {
    const { port } = server.address() as AddressInfo
    const init = { headers: { 'accept-encoding': 'gzip' } }
    const sent = await fetch(`http://127.0.0.1:${port}${path}`, init)
    const made = await app.request(path, init)
    expect(listHeaders(sent)).toEqual(listHeaders(made))
    expect(sent.status).toBe(made.status)
    if (path !== '/long' && path !== '/otherwise') expect(await sent.text()).toBe(await made.text())
  },
)

test('every answer says how it may be used; a route that says so otherwise is heard', async () => {
  const said = async (path: string) => (await app.request(path)).headers
  expect(Object.fromEntries(await said('/plain'))).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
  })
  expect((await said('/otherwise')).get('content-security-policy')).toBe("default-src 'self'")
  expect((await said('/otherwise')).get('vary')).toBe('Cookie, accept-encoding')
  expect((await said('/fewer')).has('referrer-policy')).toBe(false)
  expect(await (await app.request('/read')).text()).toBe('abc null')
})
