import { beforeEach, describe, expect, test } from 'vitest'
import { runStaffJobs } from '#app/staff/staff-jobs.ts'
import * as commands from '#features/returns/return-commands.staff.contract.ts'
import { changeReturns } from '#features/returns/return-jobs.staff.contract.ts'
import { giveParcel } from '#features/returns/returns.contract.ts'
import * as calls from '#features/returns/returns.staff.contract.ts'
import { listAudit } from '#features/staff/audit.staff.contract.ts'
import { getJob } from '#features/staff/jobs.staff.contract.ts'
import { listRequests } from '#features/staff/requests.staff.contract.ts'
import { addTemplate, listTemplates } from '#features/support/inbox.staff.contract.ts'
import { receive, requestReturnOf, shopWithReasons } from '#testing/shops/returned-goods.ts'
import { goods } from '#testing/shops/stocked-shop.ts'
import { problemOf, type StaffPerson, testStaff } from '#testing/staff.ts'
import type { Person } from '#testing/test-shop.ts'

const shop = shopWithReasons()
const staff = testStaff(shop)
let ada: Person
let tess: StaffPerson

beforeEach(async () => {
  ada = await shop.signedIn()
  tess = await staff.member('manager', 'Tess Berg')
})

async function requested(skuIds: number[] = [goods.dress]) {
  const { returnId, orderNo, lineIds } = await requestReturnOf(shop.shop, ada, skuIds)
  const { data } = await tess.call(calls.getReturn, { no: returnId })
  return { returnId, orderNo, lineIds, no: data.number, ids: data.items.map(({ id }) => id) }
}

async function change(input: Parameters<typeof tess.call<typeof changeReturns>>[1], who = tess) {
  const { data: queued } = await who.call(changeReturns, input)
  await runStaffJobs(shop.shop)
  return (await who.call(getJob, { id: queued.id })).data
}

const statusesOf = async (no: string) =>
  (await tess.call(calls.getReturn, { no })).data.items.map(({ status }) => status)

describe('commands on many returns', () => {
  test('decide every waiting item, send a mail and write an audit row for each return, and report refused returns', async () => {
    const [one, two, over] = [await requested([goods.dress, goods.shoe]), await requested(), await requested()]
    await tess.call(commands.decideReturn, { no: two.no, items: [{ id: two.ids[0] ?? '', decision: 'keep' }] })
    const mails = (await shop.mailsTo(ada.email)).length
    const done = await change({ command: 'approve', numbers: [one.no, two.no, over.no.toLowerCase()] })
    expect(done).toMatchObject({ state: 'done', total: 3, done: 3 })
    expect(done.refused).toMatchObject([{ number: two.no, code: 'return_moved_on' }])
    expect(await statusesOf(one.no)).toEqual(['approved', 'approved'])
    expect(await statusesOf(two.no)).toEqual(['refunding'])
    expect(await statusesOf(over.no)).toEqual(['approved'])
    expect((await shop.mailsTo(ada.email)).length - mails).toBe(2)
    const { data: audit } = await tess.call(listAudit, { about: `returns/${one.no}` })
    expect(audit.data[0]).toMatchObject({ call: 'POST /returns/:no/decide', actor: { name: 'Tess Berg' } })
  })

  test('count a template once for each return whose shopper gets its text', async () => {
    const fields = { name: 'Worn', area: 'returns' as const, language: 'en', body: 'It was worn.' }
    const { data: template } = await tess.call(addTemplate, fields)
    const uses = async () => (await tess.call(listTemplates, { area: 'returns' })).data.data.map(({ used }) => used)
    const [one, two, over] = [await requested([goods.dress, goods.shoe]), await requested(), await requested()]
    await tess.call(commands.decideReturn, { no: over.no, items: [{ id: over.ids[0] ?? '', decision: 'keep' }] })
    const rejecting = { command: 'reject' as const, text: 'It was worn. Sorry.', template: template.id }
    const done = await change({ ...rejecting, numbers: [one.no, two.no, over.no] })
    // A refused return is not counted. Two items of one return share a mail and are counted once.
    expect(done.refused).toMatchObject([{ number: over.no, code: 'return_moved_on' }])
    expect(await uses()).toEqual([2])
    await change({ command: 'approve', numbers: [(await requested()).no], template: template.id })
    expect(await uses()).toEqual([2])
  })

  test('require a text to reject, apply the refund limit to items that the shopper keeps, and refuse unknown numbers', async () => {
    const { no } = await requested([goods.dress, goods.shoe])
    expect(await problemOf(tess.call(changeReturns, { command: 'reject', numbers: [no] }))).toBe('invalid_input')
    expect(await problemOf(tess.call(changeReturns, { command: 'approve', numbers: [no, 'RT0'] }))).toBe(
      'invalid_input',
    )
    const sam = await staff.member('support')
    expect((await change({ command: 'keep', numbers: [no] }, sam)).refused).toMatchObject([
      { code: 'over_refund_limit' },
    ])
    expect(await statusesOf(no)).toEqual(['processing', 'processing'])
    await change({ command: 'reject', numbers: [no], text: 'It was worn' })
    expect(await statusesOf(no)).toEqual(['rejected', 'rejected'])
    const walt = await staff.member('warehouse')
    expect(await problemOf(walt.call(changeReturns, { command: 'approve', numbers: [no] }))).toBe('not_allowed')
  })

  test('assign and release returns', async () => {
    const [one, two] = [await requested(), await requested()]
    const numbers = [one.no, two.no]
    await change({ command: 'assign', numbers, assignee: 'me' })
    const mine = async () => (await tess.call(calls.countReturns, {})).data.mine
    expect(await mine()).toBe(2)
    await change({ command: 'assign', numbers })
    expect(await mine()).toBe(0)
  })
})

test('finds returns by the tracking number of a parcel and by the return rate of the shopper', async () => {
  const { no, ids, returnId, lineIds } = await requested([goods.dress])
  const found = async (input: object) =>
    (await tess.call(calls.listReturns, input)).data.data.map(({ number }) => number)
  await tess.call(commands.decideReturn, { no, items: ids.map((id) => ({ id, decision: 'approve' as const })) })
  const parcel = { delivery_company: 'DHL Express', tracking_number: 'LX482917000SE' }
  await ada.call(giveParcel, { after_sale_id: returnId, order_product_ids: lineIds, ...parcel })
  expect(await found({ q: 'lx482917000se' })).toEqual([no])
  expect(await found({ q: 'LX48291700' })).toEqual([])
  expect(await found({ q: no, rate_from: 100 })).toEqual([no])
  await receive(shop.shop, ada, [goods.shoe, goods.scarf])
  expect(await found({ q: no, rate_from: 33 })).toEqual([no])
  expect(await found({ q: no, rate_from: 34 })).toEqual([])
  await tess.call(commands.scanReturn, { no })
  const { data: list } = await tess.call(calls.listReturns, { q: no })
  expect(list.data[0]).toMatchObject({ scanned_at: expect.any(String), received_at: null, refund_failure: null })
  await tess.call(commands.receiveReturn, { no, items: [{ id: ids[0] ?? '', condition: 'as_sold' }] })
  await tess.call(commands.failRefund, { no, text: 'The account was closed' })
  const { data: failed } = await tess.call(calls.listReturns, { q: no, status: 'refund_failed' })
  expect(failed.data[0]).toMatchObject({ received_at: expect.any(String), refund_failure: 'The account was closed' })
})

describe('a refund over the limit of a role', () => {
  async function requestApproval() {
    const made = await requested([goods.dress, goods.shoe])
    const { no, ids } = made
    await tess.call(commands.decideReturn, { no, items: ids.map((id) => ({ id, decision: 'approve' as const })) })
    await tess.call(commands.receiveReturn, { no, items: ids.map((id) => ({ id, condition: 'damaged' as const })) })
    const sam = await staff.member('support', 'Sam')
    expect(await problemOf(sam.call(commands.refundReturn, { no }))).toBe('over_refund_limit')
    const { data: request } = await sam.call(commands.askToRefundReturn, { no })
    return { ...made, sam, requestId: request.id }
  }

  test('is paid once after a second person approves, and closes the request', async () => {
    const { no, sam, requestId } = await requestApproval()
    const agree = (who: StaffPerson) => problemOf(who.call(commands.refundReturn, { no, request_id: requestId }))
    // The requesting person cannot approve the request. A member whose limit is too low cannot approve it either.
    expect(await agree(sam)).toBe('request_over')
    expect(await agree(await staff.member('support', 'Sue'))).toBe('over_refund_limit')
    const { data: open } = await tess.call(listRequests, { about: `returns/${no}` })
    expect(open.data).toMatchObject([{ id: requestId, asked_by: { name: 'Sam' }, may_decide: true }])
    expect(await agree(tess)).toBe('no problem')
    expect(await statusesOf(no)).toEqual(['refunding', 'refunding'])
    const { data: page } = await tess.call(calls.getReturn, { no })
    expect(page.refunds.map(({ amount }) => amount.amount).sort()).toEqual([15_000, 9500])
    expect((await tess.call(listRequests, { about: `returns/${no}` })).data.data).toEqual([])
    expect(await agree(tess)).not.toBe('no problem')
  })

  test('is paid only as requested, and not with another amount or for another return', async () => {
    const { no, ids, requestId } = await requestApproval()
    const other = { no, items: ids.slice(0, 1), request_id: requestId }
    expect(await problemOf(tess.call(commands.refundReturn, other))).toBe('request_over')
    const elsewhere = await requestApproval()
    expect(await problemOf(tess.call(commands.refundReturn, { no: elsewhere.no, request_id: requestId }))).toBe(
      'request_over',
    )
    expect((await tess.call(calls.getReturn, { no })).data.refunds).toEqual([])
    expect((await tess.call(listRequests, { about: `returns/${no}` })).data.data).toHaveLength(1)
  })
})
