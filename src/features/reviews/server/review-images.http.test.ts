import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { drawPicture } from '#testing/shops/pictures.ts'
import { buyToReview, draftReview, shopWithReviews, uploadPicture } from '#testing/shops/reviewed-goods.ts'
import type { Person } from '#testing/test-shop.ts'
import * as calls from '../reviews.contract.ts'
import { reviews } from './reviews.tables.ts'

const shop = shopWithReviews()

test('returns the image of an upload, stores the same file once, and rejects other files', async () => {
  const ada = await shop.signedIn()
  await buyToReview(shop.shop, ada, ['LD-S'])
  const form = new FormData()
  form.append('image', await drawPicture('red'), 'me.png')
  form.append('email', ada.email)
  form.append('product_id', '1')
  const response = await ada.fetch('/rest/review-images', { method: 'POST', body: form })
  const { image } = await response.json()
  expect(image).toEqual({ id: expect.any(String), url: `/images/${image.id}` })
  expect(await uploadPicture(ada, 'red')).toBe(image.id)
  const send = (bytes: Blob) => ada.call(calls.uploadReviewImage, { image: bytes, product_id: 1 })
  await expect(send(new Blob(['MZ this is a program']))).rejects.toMatchObject({
    status: 422,
    refusal: { code: 'image_wrong_type' },
  })
  await expect(send(new Blob([new Uint8Array(5 * 1024 * 1024)]))).rejects.toMatchObject({
    refusal: { message: 'photo size is bigger than 5M' },
  })
  const empty = new FormData()
  empty.append('product_id', '1')
  expect((await ada.fetch('/rest/review-images', { method: 'POST', body: empty })).status).toBe(422)
})

test("rejects a review with another shopper's picture and stores nothing", async () => {
  const ada = await shop.signedIn()
  const bob = await shop.signedIn('bob')
  const { id, orderNo } = await buyToReview(shop.shop, ada, ['LD-S'])
  await buyToReview(shop.shop, bob, ['LD-S'])
  const foreign = await uploadPicture(bob, 'red')
  await expect(ada.call(calls.writeReview, draftReview(orderNo, { image_ids: foreign }))).rejects.toMatchObject({
    status: 404,
  })
  expect((await ada.call(calls.listMyReviews, { order_id: id })).data).toEqual([])
})

test('shows a picture to everyone while a published review uses it, and otherwise to its owner only', async () => {
  const ada = await shop.signedIn()
  const { orderNo } = await buyToReview(shop.shop, ada, ['LD-S'])
  const imageId = await uploadPicture(ada, 'teal')
  const url = `/images/${imageId}`
  const statusFor = async (person: Person, headers = {}) => (await person.fetch(url, { headers })).status
  expect([await statusFor(shop.stranger()), await statusFor(ada)]).toEqual([404, 200])
  const review = await ada.call(calls.writeReview, draftReview(orderNo, { image_ids: [imageId] }))
  const seen = await shop.stranger().fetch(url)
  expect([seen.status, seen.headers.get('cache-control')]).toEqual([200, 'public, max-age=300'])
  await shop.shop.db.update(reviews).set({ status: 'hidden' }).where(eq(reviews.id, review.id))
  const etag = { 'if-none-match': seen.headers.get('etag') ?? '' }
  expect([await statusFor(shop.stranger(), etag), await statusFor(await shop.signedIn('bob'))]).toEqual([404, 404])
  const own = await ada.fetch(url)
  expect([own.status, own.headers.get('cache-control')]).toEqual([200, 'private, no-cache'])
})
