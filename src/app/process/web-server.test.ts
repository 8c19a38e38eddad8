import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sendUntilClosed } from '#testing/processes/keep-alive.ts'
import { openWebServer } from './web-server.ts'

const limits = {
  headersTimeout: 800,
  requestTimeout: 1_200,
  keepAliveTimeout: 800,
  connectionsCheckingInterval: 50,
  silenceTimeout: 900,
}
const big = 'x'.repeat(32 * 1024 * 1024)

let web: Awaited<ReturnType<typeof openWebServer>>
const clients: Socket[] = []

beforeEach(async () => {
  web = await openWebServer('127.0.0.1', 0, { limits })
  web.answerWith((request, response) => {
    const serve = () => response.end(request.url === '/big' ? big : 'served')
    // The response is sent after the whole body, so it shows how long the server waits for a slow body.
    request.resume().on('end', serve)
  })
})
afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy()
  await web.close()
})

/** Opens a client that sends the first text at once, and then repeats the short text `drop`. */
function hold(first: string, drop = '') {
  const client = connect(web.port, '127.0.0.1')
  clients.push(client)
  client.on('error', () => {})
  let heard = ''
  client.setEncoding('utf8').on('data', (text: string) => {
    heard += text
  })
  client.write(first)
  const dripping = drop ? setInterval(() => client.writable && client.write(drop), 20) : undefined
  const ended = new Promise<void>((resolve) => {
    client.once('close', () => {
      clearInterval(dripping)
      resolve()
    })
  })
  return { client, ended, heard: () => heard }
}

const ask = async () => (await fetch(`http://127.0.0.1:${web.port}/`)).text()

test('cuts off a client that sends its headers too slowly, and serves other clients meanwhile', async () => {
  const slow = Array.from({ length: 50 }, () => hold('GET / HTTP/1.1\r\nhost: x\r\n', 'x-a: b\r\n'))
  expect(await ask()).toBe('served')
  await Promise.all(slow.map(({ ended }) => ended))
  expect(slow.filter(({ heard }) => heard().includes('served'))).toEqual([])
  expect(await ask()).toBe('served')
})

test('cuts off a client that sends its body too slowly, and serves other clients meanwhile', async () => {
  const slow = hold('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 100000\r\n\r\n', 'x')
  expect(await ask()).toBe('served')
  await slow.ended
  expect(slow.heard()).not.toContain('served')
})

test('cuts off a client that does not read its response, and serves other clients meanwhile', async () => {
  const slow = hold('GET /big HTTP/1.1\r\nhost: x\r\n\r\n')
  slow.client.pause()
  const count = () => new Promise((resolve) => web.server.getConnections((_, connections) => resolve(connections)))
  await expect.poll(count).toBe(1)
  await expect.poll(count, { timeout: 10_000 }).toBe(0)
  expect(slow.client.bytesRead).toBeLessThan(big.length)
  expect(await ask()).toBe('served')
})

test('cuts off a client that sends nothing', async () => {
  const { client, ended, heard } = hold('')
  await ended
  expect(client.bytesWritten).toBe(0)
  expect(heard()).not.toContain('served')
  expect(await ask()).toBe('served')
})

test('answers all of a thousand running requests on kept-alive connections when it stops', async () => {
  const slow = await openWebServer('127.0.0.1', 0)
  let answered = 0
  slow.answerWith((request, response) => {
    request.resume().on('end', () => setTimeout(() => response.end(String(++answered)), Math.random() * 20))
  })
  const sending = sendUntilClosed(slow.port, { connections: 40, requests: 1_000 })
  await expect.poll(() => answered).toBeGreaterThan(200)
  // Client and server share this thread, so a pause affects both.
  await slow.drain({ answersMs: 5_000, idleMs: 1_000 })
  await slow.close()
  await sending.ended
  const { begun, lost } = sending.tally
  expect([begun > 200, begun, lost]).toEqual([true, answered, 0])
})

test('stops within its limit, without waiting for streams and silent clients', async () => {
  const patient = await openWebServer('127.0.0.1', 0, { isEndless: ({ url }) => url === '/stream' })
  patient.answerWith((request, response) => void response.write(request.url ?? ''))
  const open = (text: string) => {
    const client = connect(patient.port, '127.0.0.1').on('error', () => {})
    clients.push(client)
    if (text) client.write(text)
    return client
  }
  open('')
  const stream = open('GET /stream HTTP/1.1\r\nhost: x\r\n\r\n')
  await new Promise((resolve) => stream.once('data', resolve))
  const begunAt = performance.now()
  await patient.drain({ answersMs: 5_000, idleMs: 50 })
  expect(performance.now() - begunAt).toBeLessThan(2_000)
  expect(stream.destroyed).toBe(false)
  await patient.close()

  const stuck = await openWebServer('127.0.0.1', 0)
  const requested = Promise.withResolvers<void>()
  stuck.answerWith(() => requested.resolve())
  const waiting = connect(stuck.port, '127.0.0.1').on('error', () => {})
  clients.push(waiting)
  waiting.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
  await requested.promise
  await stuck.drain({ answersMs: 300, idleMs: 50 })
  await stuck.close()
  await new Promise((resolve) => (waiting.destroyed ? resolve(null) : waiting.once('close', resolve)))
})

test('answers a failing request without affecting others', async () => {
  const faults: unknown[] = []
  const faulty = await openWebServer('127.0.0.1', 0, { onFault: (error) => faults.push(error) })
  faulty.answerWith(async () => {
    throw new Error('This one always fails')
  })
  expect((await fetch(`http://127.0.0.1:${faulty.port}/`)).status).toBe(500)
  // The error of the system when no file descriptor is left for another connection.
  faulty.server.emit('error', Object.assign(new Error('accept EMFILE'), { code: 'EMFILE' }))
  faulty.server.emit('error', Object.assign(new Error('accept EMFILE'), { code: 'EMFILE' }))
  expect((await fetch(`http://127.0.0.1:${faulty.port}/`)).status).toBe(500)
  expect(faults).toHaveLength(4)
  await faulty.close()
})

test.each(['host: shop.example\r\nhost: evil.example', 'Host: shop.example\r\nHOST: shop.example'])(
  'refuses a request with two Host headers: %s',
  async (hosts) => {
    const client = hold(`GET / HTTP/1.1\r\n${hosts}\r\n\r\n`)
    await client.ended
    expect(client.heard()).toMatch(/^HTTP\/1\.1 400 /)
    expect(client.heard()).not.toContain('served')
  },
)
