import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { StaffProblem } from '#contract/calls/staff-call.ts'
import { getToday } from '#features/dashboard/figures.staff.contract.ts'
import { auditRows } from '#features/staff/server/staff.tables.ts'
import { getChat, markChatRead, sendChatMessage } from '#features/support/chat.contract.ts'
import { sendTicket } from '#features/support/contact.contract.ts'
import * as calls from '#features/support/inbox.staff.contract.ts'
import { newId } from '#server/database/ids.ts'
import { populateShop } from '#testing/shops/populated-shop.ts'
import { type StaffPerson, testStaff } from '#testing/staff.ts'
import { type Person, testShop } from '#testing/test-shop.ts'
import { tickets } from '../contact/contact.tables.ts'

const shop = testShop()
const staff = testStaff(shop)
let ada: Person
let tess: StaffPerson

beforeAll(async () => {
  await populateShop(shop)
  ada = await shop.signedIn()
  tess = await staff.member('support', 'Tess Berg')
})

async function ask(message: string): Promise<string> {
  await ada.call(sendTicket, {
    email: ada.email,
    message,
    problem_type: '8',
    customer_name: 'Ada',
    client_os: 'mobile',
  })
  const [row] = await shop.shop.db.select().from(tickets).where(eq(tickets.message, message))
  return row?.ticketNo ?? ''
}

describe('a ticket', () => {
  test("is found, assigned, noted, answered by mail with the member's name, closed and opened again", async () => {
    const number = await ask('Will the dress be back?')
    const { data: list } = await tess.call(calls.listInbox, { kind: 'ticket' })
    expect(list.data.find((one) => one.number === number)).toMatchObject({ state: 'open', from: 'Ada', assignee: null })
    const { data: taken } = await tess.call(calls.assignTicket, { number, assignee: tess.id })
    expect(taken.assignee).toEqual({ id: tess.id, name: 'Tess Berg' })
    const { data: mine } = await tess.call(calls.listInbox, { assignee: 'me' })
    expect(mine).toMatchObject({ data: [{ number }], total: 1 })
    await tess.call(calls.noteTicket, { number, body: 'Asked the buyer.' })
    const { data: answered } = await tess.call(calls.answerStaffTicket, { number, body: 'In three weeks.' })
    expect(answered).toMatchObject({ state: 'answered', answers: [{ by: 'Tess Berg', body: 'In three weeks.' }] })
    expect(answered.notes).toMatchObject([{ by: 'Tess Berg', body: 'Asked the buyer.' }])
    const mail = (await shop.mailsTo(ada.email)).at(-1)
    expect(mail?.text).toContain('In three weeks.')
    expect(mail?.text).not.toContain('Asked the buyer.')
    expect((await tess.call(calls.closeStaffTicket, { number })).data.possible).toEqual(['note', 'assign', 'reopen'])
    await expect(tess.call(calls.answerStaffTicket, { number, body: 'Wait' })).rejects.toThrow(StaffProblem)
    expect((await tess.call(calls.reopenTicket, { number })).data.state).toBe('answered')
  })

  test('is answered and closed in one step, ignores a repeated answer, and rejects another answer', async () => {
    const number = await ask('Can I pick it up?')
    const last = { number, body: 'Yes, at the counter.', close: true }
    for (let time = 0; time < 2; time++) {
      expect((await tess.call(calls.answerStaffTicket, last)).data).toMatchObject({
        state: 'closed',
        answers: [{ body: 'Yes, at the counter.' }],
      })
    }
    await expect(tess.call(calls.answerStaffTicket, { ...last, body: 'Or not.' })).rejects.toThrow(StaffProblem)
    await expect(tess.call(calls.answerStaffTicket, { ...last, close: false })).rejects.toThrow(StaffProblem)
  })

  test('is found by its number, address, name and words, in any case', async () => {
    const number = await ask('The zip of my 100% linen skirt broke')
    const find = async (q: string) => (await tess.call(calls.listInbox, { q })).data.data.map((one) => one.number)
    for (const q of [number.toLowerCase(), ada.email, 'ADA', 'linen SKIRT', '100% linen']) {
      expect(await find(q), q).toContain(number)
    }
    for (const q of ['linen trousers', 'zi', '100_ linen', '%']) expect(await find(q), q).not.toContain(number)
  })

  test('is counted as open, late and mine', async () => {
    const before = (await tess.call(calls.countInbox, {})).data
    const number = await ask('How many are there?')
    await tess.call(calls.assignTicket, { number, assignee: tess.id })
    const { open, mine } = before
    expect((await tess.call(calls.countInbox, {})).data).toEqual({ ...before, open: open + 1, mine: mine + 1 })
    const now = shop.clock.now()
    shop.clock.set(new Date(now.getTime() + 25 * 3_600_000))
    const key = await staff.key('inbox:read')
    expect((await key.call(calls.countInbox, {})).data.late).toBeGreaterThan(before.late)
    shop.clock.set(now)
  })

  test('can be assigned only to staff who may answer it', async () => {
    const wanda = await staff.member('warehouse', 'Wanda')
    const { people } = (await tess.call(calls.listInboxPeople, {})).data
    expect(people).toContainEqual({ id: tess.id, name: 'Tess Berg' })
    expect(people).not.toContainEqual(expect.objectContaining({ id: wanda.id }))
    expect(people.map(({ name }) => name)).toEqual(people.map(({ name }) => name).sort())
  })

  test("is late once its answer is overdue, in the list and in today's work", async () => {
    const number = await ask('Where is it?')
    const key = await staff.key('inbox:read', 'orders:read')
    const listLate = async () => {
      const { data } = await key.call(calls.listInbox, { kind: 'ticket', due: 'late' })
      const { waiting } = (await key.call(getToday, {})).data
      const late = waiting.find(({ kind }) => kind === 'tickets_late')
      expect(late?.count).toBe(data.total)
      return data.data.map((one) => one.number)
    }
    expect(await listLate()).not.toContain(number)
    const now = shop.clock.now()
    shop.clock.set(new Date(now.getTime() + 25 * 3_600_000))
    expect(await listLate()).toContain(number)
    shop.clock.set(now)
  })

  test('is recorded in the audit log with changes and actor', async () => {
    const number = await ask('Is it wool?')
    await tess.call(calls.assignTicket, { number, assignee: tess.id })
    const rows = await shop.shop.db
      .select()
      .from(auditRows)
      .where(eq(auditRows.about, `tickets/${number}`))
    expect(rows).toMatchObject([
      {
        actorName: 'Tess Berg',
        call: 'POST /tickets/:number/assign',
        before: { assignee: null },
        after: { assignee: { name: 'Tess Berg' } },
      },
    ])
  })

  test('rejects unknown tickets and inactive members', async () => {
    const number = await ask('Which size?')
    await expect(tess.call(calls.getStaffTicket, { number: 'TK22222222222' })).rejects.toThrow('There is no ticket')
    await expect(tess.call(calls.assignTicket, { number, assignee: 'nobody' })).rejects.toMatchObject({
      problem: { status: 422, errors: [{ field: 'assignee' }] },
    })
  })
})

test("reads, answers and closes a chat, which waits again after the shopper's next message", async () => {
  const { conversation_id: id } = await ada.call(sendChatMessage, { body: 'Hello?', client_key: newId() })
  const { data: waiting } = await tess.call(calls.listInbox, { kind: 'chat' })
  expect(waiting.data).toMatchObject([{ number: id, preview: 'Hello?', state: 'open' }])
  const { data: answered } = await tess.call(calls.answerStaffChat, { id, body: 'Good morning' })
  expect(answered.state).toBe('answered')
  expect((await ada.call(getChat, {})).messages.at(-1)).toMatchObject({ staff_name: 'Tess Berg', body: 'Good morning' })
  await tess.call(calls.noteChat, { id, body: 'Likes linen.' })
  expect(JSON.stringify(await ada.call(getChat, {}))).not.toContain('linen')
  expect((await tess.call(calls.closeChat, { id })).data.state).toBe('closed')
  for (let time = 0; time < 2; time++) {
    expect((await tess.call(calls.reopenChat, { id })).data).toMatchObject({ state: 'answered', waiting_since: null })
  }
  await ada.call(sendChatMessage, { body: 'One more thing', client_key: newId() })
  const open = (await tess.call(calls.getStaffChat, { id })).data
  expect(open.state).toBe('open')
  // A chat that is opened again keeps the start time of its wait, and precedes every ticket.
  await tess.call(calls.closeChat, { id })
  const again = (await tess.call(calls.reopenChat, { id })).data
  expect(again.waiting_since).toBe(open.waiting_since)
  await ask('And a ticket')
  expect((await tess.call(calls.listInbox, {})).data.data[0]).toMatchObject({
    kind: 'chat',
    number: id,
    subject: 'One more thing',
  })
  expect((await tess.call(calls.listInbox, { q: 'ONE MORE' })).data.data).toMatchObject([{ number: id }])
  // Ada has read the answer, but no later message.
  const { messages } = await ada.call(getChat, {})
  await ada.call(markChatRead, { last_id: messages.at(-1)?.id ?? 0 })
  const seen = (await tess.call(calls.getStaffChat, { id })).data.messages
  expect(seen.map(({ author, is_seen }) => [author, is_seen])).toContainEqual(['staff', true])
})

test('opens and closes the chat for shoppers as staff come and go', async () => {
  await tess.call(calls.attendChat, { minutes: 30 })
  expect((await ada.call(getChat, {})).is_online).toBe(true)
  expect((await tess.call(calls.getAttendance, {})).data).toEqual({ is_attended: true })
  await tess.call(calls.attendChat, { minutes: 0 })
  expect((await ada.call(getChat, {})).is_online).toBe(false)
})

test('lists each entry of the queue once across all pages', async () => {
  // Advances the clock to stay within the hourly limit of an address.
  shop.clock.advance(3_600_000)
  for (let at = 0; at < 5; at++) {
    shop.clock.advance(60_000)
    await ask(`Question ${at}`)
  }
  const seen: string[] = []
  let after: string | undefined
  do {
    const { data: page } = await tess.call(calls.listInbox, { limit: 2, ...(after && { after }) })
    seen.push(...page.data.map((one) => one.number))
    after = page.next ?? undefined
  } while (after)
  const { data: all } = await tess.call(calls.listInbox, {})
  expect(seen).toEqual(all.data.map((one) => one.number))
  expect(new Set(seen).size).toBe(seen.length)
})

test("lists templates with their usage count, most used first, and does not change a template's version when the template is used", async () => {
  const add = async (name: string) => {
    const fields = { name, area: 'inbox', language: 'en', body: `${name}.` } as const
    return tess.call(calls.addTemplate, fields)
  }
  const first = await add('Rarely')
  const second = await add('Often')
  const number = await ask('Is it silk?')
  const id = (await ada.call(sendChatMessage, { body: 'Silk?', client_key: newId() })).conversation_id
  const answer = { number, body: 'It is silk.', template: second.data.id }
  // A repeated answer is counted once.
  for (let time = 0; time < 2; time++) await tess.call(calls.answerStaffTicket, answer)
  await tess.call(calls.answerStaffChat, { id, body: 'Silk.', template: second.data.id })
  await tess.call(calls.answerStaffChat, { id, body: 'Yes.', template: 'gone' })
  const pages = []
  for (let after = ''; pages.length < 2; ) {
    const { data } = await tess.call(calls.listTemplates, { area: 'inbox', limit: 1, after })
    pages.push(...data.data)
    after = data.next ?? ''
  }
  expect(pages.map(({ name, used }) => [name, used])).toEqual([
    ['Often', 2],
    ['Rarely', 0],
  ])
  await tess.call(calls.removeTemplate, { id: first.data.id }, { ifMatch: first.etag ?? '' })
  await tess.call(calls.removeTemplate, { id: second.data.id }, { ifMatch: second.etag ?? '' })
})

test('adds, changes and removes templates, and requires the latest version for a change', async () => {
  const fields = { name: 'Late parcel', area: 'inbox', language: 'en', body: 'We are sorry.' } as const
  const { data: made, etag } = await tess.call(calls.addTemplate, fields)
  await expect(tess.call(calls.addTemplate, fields)).rejects.toMatchObject({ problem: { code: 'exists_already' } })
  await expect(tess.call(calls.editTemplate, { id: made.id, body: 'x' })).rejects.toMatchObject({
    problem: { status: 428 },
  })
  const changed = await tess.call(calls.editTemplate, { id: made.id, body: 'So sorry.' }, { ifMatch: etag ?? '' })
  await expect(
    tess.call(calls.editTemplate, { id: made.id, body: 'Late' }, { ifMatch: etag ?? '' }),
  ).rejects.toMatchObject({ problem: { status: 412, current: { body: 'So sorry.' } } })
  await tess.call(calls.removeTemplate, { id: made.id }, { ifMatch: changed.etag ?? '' })
  expect((await tess.call(calls.listTemplates, {})).data.data).toEqual([])
})
