import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { productImages, products } from '#features/catalogue/server/catalogue.tables.ts'
import {
  createImport,
  getImport,
  runImport,
  sendImportPictures,
  undoImport,
} from '#features/imports/imports.staff.contract.ts'
import { stockShop } from '#testing/shops/stocked-shop.ts'
import { makeZip } from '#testing/shops/zip.ts'
import { type StaffPerson, testStaff } from '#testing/staff.ts'
import { testShop } from '#testing/test-shop.ts'
import { importPictures } from '../imports.tables.ts'
import { processImports } from '../work/process-imports.service.ts'
import { fetchImportPictures } from './import-pictures.service.ts'

const shop = testShop()
const staff = testStaff(shop)
let owner: StaffPerson
let server: Server
let address = ''
let picture: Buffer

beforeAll(async () => {
  await stockShop(shop.shop.db, shop.clock.now())
  owner = await staff.member()
  picture = await sharp({ create: { width: 60, height: 80, channels: 3, background: '#a33' } })
    .jpeg()
    .toBuffer()
  server = createServer((request, response) => {
    if (request.url === '/good.jpg') response.end(picture)
    else if (request.url === '/script.jpg') response.end('<script>alert(1)</script>')
    else response.writeHead(404).end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

async function bring(handle: string, sources: string[]) {
  const file = `handle,name,sku,price,pictures\n${handle},A,${handle}-1,1,${sources.join('|')}\n`
  return (await owner.call(createImport, { kind: 'products', file })).data.id
}
async function run(id: string) {
  await owner.call(runImport, { id })
  await processImports(shop.shop)
}
const picturesOf = async (id: string) => (await owner.call(getImport, { id })).data.pictures
async function pathsOf(handle: string) {
  const rows = await shop.shop.db
    .select({ path: productImages.path, width: productImages.width })
    .from(productImages)
    .innerJoin(products, eq(products.id, productImages.productId))
    .where(eq(products.handle, handle))
    .orderBy(productImages.position)
  return rows
}

test('fetches pictures by URL when the import runs, and reports invalid pictures and internal addresses', async () => {
  const sources = [`${address}/good.jpg`, `${address}/script.jpg`, `${address}/gone.jpg`, 'https://10.0.0.1/a.jpg']
  const id = await bring('fetched', sources)
  expect(await fetchImportPictures(shop.shop)).toBe(0)
  await run(id)
  const [good] = await pathsOf('fetched')
  const before = await shop.stranger().fetch(good?.path ?? '')
  expect([before.status, before.headers.get('content-type'), before.headers.get('cache-control')]).toEqual([
    200,
    'image/svg+xml',
    'no-store',
  ])
  expect(await fetchImportPictures(shop.shop)).toBe(1)
  const after = await shop.stranger().fetch(good?.path ?? '')
  expect(after.headers.get('content-type')).toBe('image/webp')
  expect((await pathsOf('fetched'))[0]?.width).toBe(60)
  // The other pictures are retried until the limit is reached.
  expect(await picturesOf(id)).toEqual({ waiting: 3, here: 1, failed: 0 })
  for (let round = 0; round < 3; round++) {
    shop.clock.advance(31 * 60_000)
    await fetchImportPictures(shop.shop)
  }
  expect(await picturesOf(id)).toEqual({ waiting: 0, here: 1, failed: 3 })
  const pictureRows = await shop.shop.db.select().from(importPictures).where(eq(importPictures.state, 'failed'))
  expect(pictureRows.map(({ problem }) => problem).sort()).toEqual([
    'Please choose a png, jpg or jpeg picture',
    'is in a private network',
    'responded with status 404',
  ])
  await owner.call(undoImport, { id })
  await processImports(shop.shop)
  expect(await shop.shop.files.read(good?.path.slice(1) ?? '')).toBe(null)
})

test('uses pictures of an uploaded ZIP by file name, and ignores other files in the ZIP', async () => {
  const id = await bring('zipped', ['front.jpg', 'missing.jpg', 'bad.jpg'])
  const zip = makeZip([
    ['pictures/front.jpg', picture],
    ['bad.jpg', Buffer.from('nothing')],
    ['unnamed.jpg', picture],
  ])
  const { data } = await owner.call(sendImportPictures, { id, file: new Uint8Array(zip) })
  expect(data.pictures).toEqual({ waiting: 1, here: 1, failed: 1 })
  await run(id)
  const [front] = await pathsOf('zipped')
  expect((await shop.stranger().fetch(front?.path ?? '')).headers.get('content-type')).toBe('image/webp')
})

test('rejects a file that is not a ZIP, and keeps pictures with the same name separate for each product', async () => {
  const id = await bring('odd', ['front.jpg'])
  const send = (file: Uint8Array<ArrayBuffer>) => owner.call(sendImportPictures, { id, file })
  await expect(send(new TextEncoder().encode('no zip'))).rejects.toMatchObject({ problem: { status: 422 } })
  await expect(send(new Uint8Array(makeZip([['../../front.jpg', picture]])))).rejects.toMatchObject({
    problem: { status: 422 },
  })
  expect(await picturesOf(id)).toEqual({ waiting: 1, here: 0, failed: 0 })
})
