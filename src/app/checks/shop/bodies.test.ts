import { connect } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWebApp } from '#app/process/web-app.ts'
import { openWebServer } from '#app/process/web-server.ts'
import type { Pages } from '#app/render/pages.ts'
import { openDatabase } from '#server/database/database.ts'
import { type Live, openLive } from '#server/live/live.ts'
import type { PaymentProvider } from '#server/outside/payment-provider.ts'
import { json, type Person, testShop } from '#testing/test-shop.ts'

const shop = testShop()
const world = {} as {
  ada: Person
  app: ReturnType<typeof createWebApp>
  web: Awaited<ReturnType<typeof openWebServer>>
  live: Live
  close: () => Promise<void>
}
const assets = { entry: '', styles: [], preloads: [], chunksOf: () => [], scripts: { guard: '', start: '' } }
/** One page for every address, because the test is about the steps before rendering. */
const pages: Pages = {
  isDevelopment: false,
  load: async () => ({
    renderPage: async () => new Response('a page'),
    catalogueLanguages: new Set(['en']),
    findGuestPage: () => null,
    assets,
  }),
}
/** Adds a webhook to a provider, because the address of a webhook reads a body. */
const withWebhook = (provider: PaymentProvider): PaymentProvider => ({
  ...provider,
  readEvent: async () => ({ kind: 'other' }),
})

beforeAll(async () => {
  const { pool, close } = openDatabase(shop.url, { max: 2 })
  world.close = close
  world.live = openLive(pool, shop.shop.log)
  world.ada = await shop.signedIn()
  world.app = createWebApp({ ...shop.shop, payments: withWebhook(shop.shop.payments) }, pages, world.live)
  world.web = await openWebServer('127.0.0.1', 0)
  world.web.answerWith(getRequestListener(world.app.fetch, { overrideGlobalObjects: false }))
})
afterAll(async () => {
  await world.live.close()
  await world.web.close()
  await world.close()
})

/** Returns every address of the app, with examples for its parameters. */
function listAddresses(): string[] {
  const paths = world.app.routes.map(({ path }) => path.replace(':provider', shop.shop.payments.name))
  const examples = paths.map((path) => path.replace(/:\w+(\{[^}]*\})?/g, '1').replaceAll('*', 'nothing'))
  return [...new Set([...examples, '/', '/account', '/no/such/page', '/rest/no-such-call'])]
}

type Sent = { address: string; status: string; megabytes: number; isClosed: boolean }

/** Sends an endless body until the server closes the connection. */
function sendForEver(method: string, path: string): Promise<Sent> {
  return new Promise((resolve) => {
    const socket = connect(world.web.port, '127.0.0.1').setEncoding('latin1')
    const piece = 'x'.repeat(16 * 1024)
    let heard = ''
    const finish = (isClosed: boolean) => {
      clearTimeout(patience)
      const megabytes = socket.bytesWritten / 1024 / 1024
      socket.destroy()
      resolve({ address: `${method} ${path}`, status: heard.slice(9, 12), megabytes, isClosed })
    }
    const patience = setTimeout(() => finish(false), 8_000)
    const pour = () => {
      while (!socket.destroyed && socket.write(`4000\r\n${piece}\r\n`));
    }
    const type = path.endsWith('/image') ? 'multipart/form-data; boundary=x' : 'application/json'
    socket.write(
      `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1:${world.web.port}\r\nauthorization: Bearer ${world.ada.token}\r\ncontent-type: ${type}\r\ntransfer-encoding: chunked\r\n\r\n`,
      pour,
    )
    socket.on('drain', pour)
    socket.on('data', (text) => {
      heard += text
    })
    socket.on('error', () => {})
    socket.on('close', () => finish(true))
  })
}

test('cuts off an endless body at every address, whether the route reads it or not', { timeout: 120_000 }, async () => {
  const addresses = listAddresses()
  expect(addresses.length).toBeGreaterThan(80)
  const tries = addresses.flatMap((path) => ['GET', 'POST'].map((method) => [method, path] as const))
  const sent: Sent[] = []
  const next = async () => {
    for (let one = tries.pop(); one; one = tries.pop()) sent.push(await sendForEver(...one))
  }
  const before = process.memoryUsage().rss
  await Promise.all(Array.from({ length: 8 }, next))
  expect(sent.filter(({ isClosed }) => !isClosed)).toEqual([])
  // 16 MB includes the buffers of the operating system.
  expect(sent.filter(({ megabytes }) => megabytes > 16)).toEqual([])
  expect(sent.filter(({ status }) => !/^4/.test(status) && status !== '')).toEqual([])
  expect(sent.filter(({ status }) => status === '').length).toBeLessThan(sent.length / 10)
  expect((process.memoryUsage().rss - before) / 1024 / 1024).toBeLessThan(250)
})

test('limits the size of webhooks, forms, reports and images separately', async () => {
  const { ada } = world
  const send = async (path: string, body: string | FormData) => {
    const headers = { authorization: `Bearer ${ada.token}`, 'content-type': 'application/json' }
    const init =
      typeof body === 'string' ? { headers, body } : { headers: { authorization: headers.authorization }, body }
    return (await world.app.request(path, { method: 'POST', ...init }, { visitorIp: '10.0.0.9' })).status
  }
  const webhook = `/webhooks/${shop.shop.payments.name}`
  expect(await send(webhook, 'x'.repeat(262_144))).toBe(200)
  expect(await send(webhook, 'x'.repeat(262_145))).toBe(413)
  const event = (size: number) => JSON.stringify({ name: 'login', props: {}, more: 'x'.repeat(size) })
  expect(await send('/ajax-web/event', event(1_900))).toBe(204)
  expect(await send('/ajax-web/event', event(2_100))).toBe(413)
  const form = (size: number) => JSON.stringify({ sku_id: 1, quantity: 1, more: 'x'.repeat(size) })
  expect(await send('/rest/cart', form(65_000))).not.toBe(413)
  expect(await send('/rest/cart', form(66_000))).toBe(413)
  const crowd = new FormData()
  for (let part = 0; part < 5_000; part++) crowd.append(`a${part}`, 'x')
  expect(await send('/rest/after_sale/image', crowd)).toBe(400)
})

test('refuses JSON of 33 levels, and ignores brackets in texts', async () => {
  const nest = (levels: number) => `${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`
  const { ada } = world
  const send = async (body: string) => (await ada.fetch('/rest/cart', { ...json({}), body, method: 'POST' })).status
  expect(await send(nest(32))).toBe(422)
  expect(await send(nest(33))).toBe(400)
  expect(await send(`{"a":${'['.repeat(30_000)}`)).toBe(400)
  expect(await send(JSON.stringify({ a: '[{\\"'.repeat(5_000) }))).toBe(422)
})
