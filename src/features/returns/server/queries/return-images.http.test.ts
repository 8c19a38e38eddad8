import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import * as calls from '#features/returns/returns.contract.ts'
import { drawPicture } from '#testing/shops/pictures.ts'
import { receive, shopWithReasons, toRequest } from '#testing/shops/returned-goods.ts'
import { goods } from '#testing/shops/stocked-shop.ts'
import type { Person } from '#testing/test-shop.ts'
import { returnImages } from '../returns.tables.ts'

const shop = shopWithReasons()
let ada: Person

beforeEach(async () => {
  ada = await shop.signedIn()
})

async function upload(person: Person, bytes: Blob, name = 'photo.png') {
  const form = new FormData()
  form.append('image', bytes, name)
  return person.fetch('/rest/after_sale/image', { method: 'POST', body: form })
}

test('returns id and address of an upload, and stores the same file once', async () => {
  const picture = await drawPicture()
  const first = await (await upload(ada, picture)).json()
  expect(first).toEqual({ image: { id: expect.any(String), url: expect.stringMatching(/^\/images\//) } })
  expect(await (await upload(ada, picture)).json()).toEqual(first)
})

test('rejects a missing file, a wrong file and a file that is too large', async () => {
  const none = await ada.fetch('/rest/after_sale/image', { method: 'POST', body: new FormData() })
  expect([none.status, await none.json()]).toMatchObject([422, { errors: { image: [expect.any(String)] } }])
  const wrong = await upload(ada, new Blob(['MZ']), 'photo.jpg')
  expect([wrong.status, await wrong.json()]).toMatchObject([
    422,
    { message: 'Please choose a png, jpg or jpeg picture' },
  ])
  for (const size of [5 * 1024 * 1024, 7 * 1024 * 1024]) {
    const big = await upload(ada, new Blob([new Uint8Array(size)]))
    expect([big.status, await big.json()]).toMatchObject([422, { message: 'photo size is bigger than 5M' }])
  }
})

test('limits the number of uploads', async () => {
  const picture = await drawPicture()
  const answers: number[] = []
  for (let one = 0; one < 61; one++) answers.push((await upload(ada, picture)).status)
  expect(answers.slice(0, 60).every((status) => status === 200)).toBe(true)
  expect(answers[60]).toBe(429)
})

test('keeps a picture with its return', async () => {
  const order = await receive(shop.shop, ada, [goods.dress])
  const { image } = await ada.call(calls.uploadReturnImage, { image: await drawPicture() })
  const { id } = await ada.call(calls.requestReturn, { ...toRequest(order), image_ids: [image.id, image.id] })
  expect(await shop.shop.db.$count(returnImages, eq(returnImages.returnId, id))).toBe(1)
})
