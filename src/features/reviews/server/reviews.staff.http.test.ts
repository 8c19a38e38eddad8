import { beforeAll, expect, test } from 'vitest'
import { buyToReview, draftReview, shopWithReviews, uploadPicture } from '#testing/shops/reviewed-goods.ts'
import { type StaffPerson, testStaff } from '#testing/staff.ts'
import * as calls from '../reviews.contract.ts'
import * as staffCalls from '../reviews.staff.contract.ts'

const shop = shopWithReviews()
const staff = testStaff(shop)
let tess: StaffPerson
beforeAll(async () => {
  tess = await staff.member('support', 'Tess Berg')
})

async function review(changes: Parameters<typeof draftReview>[1] = {}) {
  const ada = await shop.signedIn()
  const { orderNo } = await buyToReview(shop.shop, ada, ['LD-S'])
  const imageId = await uploadPicture(ada, 'red')
  const { id } = await ada.call(calls.writeReview, draftReview(orderNo, { image_ids: imageId, ...changes }))
  return { ada, id, imageId }
}
const listed = async () => (await shop.stranger().call(calls.listProductReviews, { handle: 'linen-dress' })).data

test('hides a review with a reason and shows it again, visible to shoppers only while shown', async () => {
  const { ada, id, imageId } = await review()
  const { data: hidden } = await tess.call(staffCalls.hideReview, { id, reason: 'Names a neighbour' })
  expect(hidden).toMatchObject({ state: 'hidden', hidden_reason: 'Names a neighbour', possible: ['show'] })
  expect((await listed()).some((one) => one.id === id)).toBe(false)
  const picture = `/staff-api/v1/reviews/${id}/images/${imageId}`
  expect((await tess.fetch(picture)).headers.get('content-type')).toMatch(/^image\//)
  expect((await shop.stranger().fetch(`/images/${imageId}`)).status).toBe(404)
  expect((await (await staff.member('warehouse')).fetch(picture)).status).toBe(403)
  expect((await ada.fetch(picture)).status).not.toBe(200)
  await expect(tess.call(staffCalls.answerReview, { id, content: 'Thanks' })).rejects.toMatchObject({
    problem: { status: 409, code: 'review_hidden' },
  })
  await tess.call(staffCalls.showReview, { id })
  expect((await listed()).find((one) => one.id === id)).toBeDefined()
})

test('does not return a picture of another review', async () => {
  const first = await review()
  const second = await review()
  const answer = await tess.fetch(`/staff-api/v1/reviews/${first.id}/images/${second.imageId}`)
  expect(answer.status).toBe(404)
})

test('shows an answer below the review until it is removed', async () => {
  const { id } = await review()
  await tess.call(staffCalls.answerReview, { id, content: 'Thank you, Ada.' })
  expect((await listed()).find((one) => one.id === id)?.answer?.content).toBe('Thank you, Ada.')
  await tess.call(staffCalls.answerReview, { id, content: ' ' })
  expect((await listed()).find((one) => one.id === id)?.answer).toBeUndefined()
})

test('filters the list by rank, state, pictures and product, by page', async () => {
  const { id } = await review({ rank: 20 })
  const ids = async (input: object) =>
    (await tess.call(staffCalls.listStaffReviews, input)).data.data.map((one) => one.id)
  expect(await ids({ rank: 20 })).toEqual([id])
  expect(await ids({ state: 'hidden' })).toEqual([])
  expect(await ids({ product: 'wool-coat' })).toEqual([])
  expect(await ids({ has_pictures: 'false' })).toEqual([])
  expect(await ids({ is_answered: 'false' })).toContain(id)
  expect(await ids({ is_answered: 'true' })).not.toContain(id)
  const { data: one } = await tess.call(staffCalls.getStaffReview, { id })
  expect(one).toMatchObject({ image: expect.stringContaining('/'), options: ['S'] })
  const { data: first } = await tess.call(staffCalls.listStaffReviews, { limit: 1 })
  const { data: second } = await tess.call(staffCalls.listStaffReviews, { limit: 200, after: first.next ?? '' })
  expect(first.data.length + second.data.length).toBe(first.total)
})

test('marks a review as read once, reverts the mark, and treats an answered or hidden review as read', async () => {
  const { id } = await review()
  const count = async () => (await tess.call(staffCalls.countReviews, {})).data
  const unread = async () =>
    (await tess.call(staffCalls.listStaffReviews, { is_read: 'false' })).data.data.some((one) => one.id === id)
  const before = await count()
  expect(await unread()).toBe(true)
  const { data: read } = await tess.call(staffCalls.readReview, { id })
  expect(read.possible).toContain('unread')
  shop.clock.advance(1000)
  expect((await tess.call(staffCalls.readReview, { id })).data.read_at).toBe(read.read_at)
  expect(await unread()).toBe(false)
  expect((await count()).to_read).toBe(before.to_read - 1)
  expect((await tess.call(staffCalls.unreadReview, { id })).data.read_at).toBe(null)
  await tess.call(staffCalls.answerReview, { id, content: 'Thank you.' })
  expect(await unread()).toBe(false)
  await tess.call(staffCalls.unreadReview, { id })
  await tess.call(staffCalls.hideReview, { id, reason: 'Advertising' })
  expect(await unread()).toBe(false)
  expect((await listed()).some((one) => one.id === id)).toBe(false)
})

test('counts the reviews of each view', async () => {
  const before = (await tess.call(staffCalls.countReviews, {})).data
  const { id } = await review({ rank: 40 })
  const after = (await tess.call(staffCalls.countReviews, {})).data
  expect(after).toMatchObject({
    published: before.published + 1,
    few_stars: before.few_stars + 1,
    with_pictures: before.with_pictures + 1,
    to_read: before.to_read + 1,
    unanswered: (before.unanswered ?? 0) + 1,
  })
  const total = (before.average_rank ?? 0) * before.published
  expect(after.average_rank).toBeCloseTo((total + 40) / after.published)
  await tess.call(staffCalls.hideReview, { id, reason: 'Advertising' })
  expect((await tess.call(staffCalls.countReviews, {})).data).toMatchObject({
    ...before,
    hidden: before.hidden + 1,
  })
})
