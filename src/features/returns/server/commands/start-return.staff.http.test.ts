import { beforeEach, expect, test } from 'vitest'
import { getReturnOptions, startReturn } from '#features/returns/return-commands.staff.contract.ts'
import { getReturn } from '#features/returns/returns.contract.ts'
import { listAudit } from '#features/staff/audit.staff.contract.ts'
import { reasons, receive, shopWithReasons } from '#testing/shops/returned-goods.ts'
import { buyAndShip, goods } from '#testing/shops/stocked-shop.ts'
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

const lastMail = async (email: string) => (await shop.mailsTo(email)).at(-1)

test('lets staff start a return for a shopper once, with mail, history and audit', async () => {
  const { orderNo, lineIds } = await receive(shop.shop, ada, [goods.dress, goods.scarf])
  const { data: options } = await tess.call(getReturnOptions, { no: orderNo })
  expect(options.lines).toMatchObject([
    { id: lineIds[0], name: 'The dress', refund: { amount: 15000, currency: 'USD' }, why_not: null },
    { id: lineIds[1], name: 'The scarf', why_not: null },
  ])
  expect(options.reasons[0]).toMatchObject({ code: 'fit', specific: [{ code: 'too_small' }, { code: 'fit_others' }] })
  const items = [{ line_id: lineIds[0] ?? '', reason: 'too_small' }]
  const { data: started } = await tess.call(startReturn, { no: orderNo, items, comment: 'She called us.' })
  expect(started).toMatchObject({
    status: 'processing',
    order: { number: orderNo },
    comment: 'She called us.',
    items: [{ line_id: lineIds[0], reasons: ['Size or fit', 'Smaller than expected'] }],
    events: [{ command: 'requestReturn', actor: { kind: 'staff', name: 'Tess Berg' } }],
  })
  expect(await lastMail(ada.email)).toMatchObject({
    subject: `Return ${started.number} was requested for you`,
    text: expect.stringContaining(`http://harbor.test/returndetail/${started.id}`),
  })
  const mails = (await shop.mailsTo(ada.email)).length
  const { data: again } = await tess.call(startReturn, { no: orderNo, items, comment: 'She called us.' })
  expect(again.id).toBe(started.id)
  expect(await shop.mailsTo(ada.email)).toHaveLength(mails)
  const seen = await ada.call(getReturn, { returnId: started.id })
  expect(seen.products[0]?.product_reasons[0]).toMatchObject({ id: reasons.fit })
  const owner = await staff.member('owner')
  const { data: page } = await owner.call(listAudit, { about: `orders/${orderNo}` })
  expect(page.data.some(({ actor, call }) => actor.name === 'Tess Berg' && call.includes('/returns'))).toBe(true)
})

test('lets staff start a return of a guest order, with a link in the mail', async () => {
  const email = 'phone-guest@harbor.test'
  const { orderNo, lineIds } = await receive(shop.shop, { id: '', email }, [goods.dress])
  const items = lineIds.map((line_id) => ({ line_id, reason: 'changed_mind' }))
  const { data: started } = await tess.call(startReturn, { no: orderNo, items })
  expect(started.customer).toMatchObject({ id: null, email, name: 'Ada Lind' })
  expect(started.history).toMatchObject({ orders: 0, latest_returns: [] })
  expect((await lastMail(email))?.text).toMatch(
    new RegExp(`http://harbor.test/guest-order\\?token=[\\w-]+&return=${started.id}`),
  )
})

test("applies the shopper's rules to staff, and requires the scope to start a return", async () => {
  const { orderNo } = await buyAndShip(shop.shop, ada, [goods.dress])
  const { data: options } = await tess.call(getReturnOptions, { no: orderNo })
  const [line] = options.lines
  expect(line?.why_not).toEqual(expect.any(String))
  const ask = (reason: string, comment = '') =>
    problemOf(tess.call(startReturn, { no: orderNo, items: [{ line_id: line?.id ?? '', reason }], comment }))
  expect(await ask('too_small')).toBe('line_not_returnable')
  for (const reason of ['fit', 'others', 'no_such_reason']) expect(await ask(reason)).toBe('invalid_input')
  const warehouse = await staff.member('warehouse')
  expect(await problemOf(warehouse.call(getReturnOptions, { no: orderNo }))).toBe('not_allowed')
})
