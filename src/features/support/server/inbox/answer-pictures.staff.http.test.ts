import { eq, inArray } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { removeDue } from '#app/retention.ts'
import { dayMs } from '#contract/times/times.ts'
import { eraseCustomer } from '#features/customers/server/erase-customer.service.ts'
import { removeUnusedImages } from '#features/images/server/images.service.ts'
import { images } from '#features/images/server/images.tables.ts'
import { getChat, sendChatMessage } from '#features/support/chat.contract.ts'
import { getTicket, sendTicket } from '#features/support/contact.contract.ts'
import * as calls from '#features/support/inbox.staff.contract.ts'
import { drawPicture } from '#testing/shops/pictures.ts'
import { populateShop } from '#testing/shops/populated-shop.ts'
import { type StaffPerson, testStaff } from '#testing/staff.ts'
import { type Person, testShop } from '#testing/test-shop.ts'
import { tickets } from '../contact/contact.tables.ts'

const shop = testShop()
const staff = testStaff(shop)
let tess: StaffPerson

beforeAll(async () => {
  await populateShop(shop)
  tess = await staff.member('support', 'Tess Berg')
})

async function ask(who: Pick<Person, 'call'>, email: string): Promise<{ id: string; number: string }> {
  const sent = await who.call(sendTicket, { email, message: `Which one is it? ${email}`, problem_type: 8 })
  return { id: sent.id, number: sent.ticket_no }
}

async function chat(who: Pick<Person, 'call'>): Promise<string> {
  const key = `key-${crypto.randomUUID()}`
  return (await who.call(sendChatMessage, { body: 'Is it this one?', client_key: key })).conversation_id
}

const countImages = (ids: string[]) => shop.shop.db.$count(images, inArray(images.id, ids))

test('shows the pictures of an answer to the shopper only, and mentions the pictures in the mail', async () => {
  const ada = await shop.signedIn()
  const bea = await shop.signedIn()
  const { id, number } = await ask(ada, ada.email)
  const { data: first } = await tess.call(calls.addTicketPicture, { number, file: await drawPicture('teal') })
  const { data: second } = await tess.call(calls.addTicketPicture, { number, file: await drawPicture('peru') })
  const { data: again } = await tess.call(calls.addTicketPicture, { number, file: await drawPicture('peru') })
  expect(again).toEqual(second)
  const pictures = [second.id, first.id, second.id]
  const { data: answered } = await tess.call(calls.answerStaffTicket, { number, body: 'These two.', pictures })
  expect(answered.answers).toMatchObject([{ body: 'These two.', pictures: [second, first] }])
  const { data: file } = await tess.call(calls.getTicketPicture, { number, id: first.id })
  expect(file.type).toBe('image/png')

  const shown = (await ada.call(getTicket, { id })).answers[0]?.images ?? []
  expect(shown.map((one) => one.id)).toEqual([second.id, first.id])
  const url = shown[0]?.url ?? ''
  expect((await ada.fetch(url)).headers.get('cache-control')).toBe('private, no-cache')
  expect((await bea.fetch(url)).status).toBe(404)
  const mail = (await shop.mailsTo(ada.email)).at(-1)
  expect(mail?.text).toContain('This answer includes pictures.')
})

test('stores a repeated answer once, but stores it again if it has another picture', async () => {
  const ada = await shop.signedIn()
  const { number } = await ask(ada, ada.email)
  const { data: one } = await tess.call(calls.addTicketPicture, { number, file: await drawPicture('navy') })
  const said = { number, body: 'Like this.', pictures: [one.id] }
  await tess.call(calls.answerStaffTicket, said)
  expect((await tess.call(calls.answerStaffTicket, said)).data.answers).toHaveLength(1)
  expect((await tess.call(calls.answerStaffTicket, { ...said, pictures: [] })).data.answers).toHaveLength(2)
})

test('sends pictures with a chat message', async () => {
  const ada = await shop.signedIn()
  const id = await chat(ada)
  const { data: picture } = await tess.call(calls.addChatPicture, { id, file: await drawPicture('plum') })
  const said = { id, body: 'This one.', pictures: [picture.id] }
  const { data: answered } = await tess.call(calls.answerStaffChat, said)
  expect(answered.messages.at(-1)).toMatchObject({ body: 'This one.', pictures: [picture] })
  const heard = (await ada.call(getChat, {})).messages.at(-1)
  expect(heard?.images.map((one) => one.id)).toEqual([picture.id])
  expect((await ada.fetch(heard?.images[0]?.url ?? '')).status).toBe(200)
})

test('rejects another person’s picture, a picture of a chat in a ticket, a sixth picture, and any picture for a guest', async () => {
  const ada = await shop.signedIn()
  const bea = await shop.signedIn()
  const { number } = await ask(ada, ada.email)
  const others = await ask(bea, bea.email)
  const { data: hers } = await tess.call(calls.addTicketPicture, {
    number: others.number,
    file: await drawPicture('gold'),
  })
  const said = await tess.call(calls.addChatPicture, { id: await chat(ada), file: await drawPicture('gold') })
  for (const pictures of [[hers.id], [said.data.id], ['gone']]) {
    await expect(tess.call(calls.answerStaffTicket, { number, body: 'See.', pictures })).rejects.toMatchObject({
      problem: { code: 'image_gone' },
    })
  }
  await expect(tess.call(calls.getTicketPicture, { number, id: hers.id })).rejects.toMatchObject({
    problem: { status: 404 },
  })
  const six = ['a', 'b', 'c', 'd', 'e', 'f']
  await expect(tess.call(calls.answerStaffTicket, { number, body: 'See.', pictures: six })).rejects.toMatchObject({
    problem: { status: 422 },
  })
  expect((await tess.call(calls.getStaffTicket, { number })).data.answers).toEqual([])

  const guest = await ask(shop.stranger(), 'guest@example.com')
  const { data: ticket } = await tess.call(calls.getStaffTicket, { number: guest.number })
  expect(ticket.possible).not.toContain('pictures')
  await expect(
    tess.call(calls.addTicketPicture, { number: guest.number, file: await drawPicture() }),
  ).rejects.toMatchObject({ problem: { status: 422, errors: [{ field: 'file' }] } })
})

test('removes a picture together with its last message or its shopper', async () => {
  const ada = await shop.signedIn()
  const { number } = await ask(ada, ada.email)
  const id = await chat(ada)
  const { data: old } = await tess.call(calls.addTicketPicture, { number, file: await drawPicture('olive') })
  const { data: said } = await tess.call(calls.addChatPicture, { id, file: await drawPicture('olive') })
  await tess.call(calls.answerStaffTicket, { number, body: 'See.', close: true, pictures: [old.id] })
  await tess.call(calls.answerStaffChat, { id, body: 'See.', pictures: [said.id] })
  // An answer uses the picture, so the timer keeps it.
  shop.clock.advance(2 * dayMs)
  await removeUnusedImages(shop.shop)
  expect(await countImages([old.id, said.id])).toBe(2)
  shop.clock.advance(shop.shop.bounds.ticketDays * dayMs)
  await removeDue(shop.shop, 'removeOldTickets')
  expect(await shop.shop.db.$count(tickets, eq(tickets.ticketNo, number))).toBe(0)
  await removeUnusedImages(shop.shop)
  expect(await countImages([old.id, said.id])).toBe(1)
  await eraseCustomer(shop.shop, ada.id)
  expect(await countImages([said.id])).toBe(0)
})
