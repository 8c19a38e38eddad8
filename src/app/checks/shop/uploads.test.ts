import { connect } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Pool } from 'pg'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWebApp } from '#app/process/web-app.ts'
import { openWebServer } from '#app/process/web-server.ts'
import type { Pages } from '#app/render/pages.ts'
import { staffApiRoot } from '#contract/calls/staff-call.ts'
import { getStaffProduct } from '#features/catalogue/products.staff.contract.ts'
import { getImport, listImports } from '#features/imports/imports.staff.contract.ts'
import { processImports } from '#features/imports/server/work/process-imports.service.ts'
import { type Live, openLive } from '#server/live/live.ts'
import { drawPicture } from '#testing/shops/pictures.ts'
import { stockShop } from '#testing/shops/stocked-shop.ts'
import { makeZip } from '#testing/shops/zip.ts'
import { type StaffPerson, testStaff } from '#testing/staff.ts'
import { testShop } from '#testing/test-shop.ts'

// File uploads over real connections, which tests that call the app directly do not cover.

const shop = testShop()
const staff = testStaff(shop)
let erp: StaffPerson
let web: Awaited<ReturnType<typeof openWebServer>>
let faults: unknown[]
let live: Live
let pool: Pool
const load = () => Promise.reject(new Error('No page is asked for here'))
const pages: Pages = { isDevelopment: false, load }

beforeAll(async () => {
  await stockShop(shop.shop.db, shop.clock.now())
  erp = await staff.key()
  faults = []
  pool = new Pool({ connectionString: shop.url })
  web = await openWebServer('127.0.0.1', 0, { onFault: (error) => faults.push(error) })
  live = openLive(pool, shop.shop.log)
  web.answerWith(getRequestListener(createWebApp(shop.shop, pages, live).fetch, { overrideGlobalObjects: false }))
})
afterAll(async () => {
  await live.close()
  await web.close()
  await pool.end()
})

const address = (path: string) => `http://127.0.0.1:${web.port}${staffApiRoot}${path}`
const csv = (count: number) =>
  `sku,stock\n${Array.from({ length: count }, (_, n) => `SKU-${101 + (n % 9)},${n}\n`).join('')}`

test('accepts an image in a form, and refuses a large one without affecting the next', async () => {
  const send = (file: Blob) => {
    const form = new FormData()
    form.append('file', file, 'photo.png')
    return fetch(address('/pictures'), { method: 'POST', headers: erp.headers, body: form })
  }
  const big = await send(new Blob([new Uint8Array(7 * 1024 * 1024)]))
  expect([413, 422]).toContain(big.status)
  const taken = await send(await drawPicture())
  expect(taken.status).toBe(200)
  expect(await taken.json()).toMatchObject({ data: { width: 20, height: 20 } })
})

/** Sends a POST over a socket: announces a length, sends some bytes, then closes its side or aborts. */
function sendByHand(length: number, body: string, leave: 'ends' | 'breaks off'): Promise<string> {
  return new Promise((resolve) => {
    const client = connect(web.port, '127.0.0.1')
    let heard = ''
    client.setEncoding('utf8').on('data', (text: string) => {
      heard += text
    })
    client.on('error', () => {}).on('close', () => resolve(heard))
    const head = [
      `POST ${staffApiRoot}/imports?kind=stock&file_name=stock.csv HTTP/1.1`,
      'host: harbor.test',
      `authorization: ${erp.headers.authorization}`,
      'connection: close',
      `content-length: ${length}`,
    ]
    client.write(`${head.join('\r\n')}\r\n\r\n${body}`, () => (leave === 'ends' ? client.end() : client.destroy()))
  })
}

test.each(['ends', 'breaks off'] as const)(
  'leaves no import to run and logs no fault when the connection %s early',
  async (leave) => {
    const listRunnable = async () =>
      (await erp.call(listImports, {})).data.data.filter(({ possible }) => possible.includes('run')).length
    const before = await listRunnable()
    expect(await sendByHand(1_000_000, csv(500), leave)).not.toMatch(/^HTTP\/1\.1 200/)
    // The next upload works as if nothing had happened.
    const next = await fetch(address('/imports?kind=stock'), { method: 'POST', headers: erp.headers, body: csv(3) })
    expect(next.status).toBe(200)
    expect(await listRunnable()).toBe(before + 1)
    expect(faults).toEqual([])
  },
)

test('accepts a file in chunks of any size and responds after the last chunk', async () => {
  const file = csv(2_000)
  const parts = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (let at = 0; at < file.length; at += 777)
        controller.enqueue(new TextEncoder().encode(file.slice(at, at + 777)))
      controller.close()
    },
  })
  const init = { method: 'POST', headers: erp.headers, body: parts, duplex: 'half' } as RequestInit
  const answer = await fetch(address('/imports?kind=stock'), init)
  const { data } = (await answer.json()) as { data: { id: string } }
  const { preview } = (await erp.call(getImport, { id: data.id })).data
  expect(Object.values(preview).reduce((sum, count) => sum + count, 0)).toBe(2_000)
})

test('accepts a zip of images in chunks and assigns the images to their products', async () => {
  const file = [
    'handle,name,status,sku,price,pictures\n',
    'zip-coat,Coat,live,ZIP-1,80,front.jpg|back.jpg\nzip-scarf,Scarf,live,ZIP-2,20,scarf.jpg\n',
  ].join('')
  const send = (path: string, body: BodyInit, duplex = {}) =>
    fetch(address(path), { method: 'POST', headers: { ...erp.headers, 'if-match': '*' }, body, ...duplex })
  const sent = (await (await send('/imports?kind=products', file)).json()) as { data: { id: string } }
  const { id } = sent.data
  const draw = (background: string, width: number) =>
    sharp({ create: { width, height: 30, channels: 3, background } })
      .jpeg()
      .toBuffer()
  const zip = makeZip([
    ['pictures/front.jpg', await draw('#a33', 40)],
    ['pictures/back.jpg', await draw('#3a3', 50)],
    ['scarf.jpg', await draw('#33a', 60)],
  ])
  const parts = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (let at = 0; at < zip.length; at += 333) controller.enqueue(new Uint8Array(zip.subarray(at, at + 333)))
      controller.close()
    },
  })
  const answer = await send(`/imports/${id}/pictures`, parts, { duplex: 'half' })
  expect([answer.status, ((await answer.json()) as { data: object }).data]).toMatchObject([
    200,
    { pictures: { waiting: 0, here: 3, failed: 0 } },
  ])
  expect((await send(`/imports/${id}/run`, '')).status).toBe(200)
  await processImports(shop.shop)
  const found: [handle: string, type: string | null, width: number | undefined][] = []
  for (const handle of ['zip-coat', 'zip-scarf']) {
    for (const { path } of (await erp.call(getStaffProduct, { handle })).data.pictures) {
      const picture = await fetch(`http://127.0.0.1:${web.port}${path}`)
      const { width } = await sharp(await picture.arrayBuffer()).metadata()
      found.push([handle, picture.headers.get('content-type'), width])
    }
  }
  expect(found).toEqual([
    ['zip-coat', 'image/webp', 40],
    ['zip-coat', 'image/webp', 50],
    ['zip-scarf', 'image/webp', 60],
  ])
  expect(faults).toEqual([])
})
