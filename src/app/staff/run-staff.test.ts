import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { coupons } from '#features/coupons/server/coupons.tables.ts'
import { getOrder, getPackageTracking } from '#features/orders/orders.contract.ts'
import { orders } from '#features/orders/server/orders.tables.ts'
import { getReturn, giveParcel } from '#features/returns/returns.contract.ts'
import { returnItems, returns } from '#features/returns/server/returns.tables.ts'
import { sendChatMessage } from '#features/support/chat.contract.ts'
import { sendTicket } from '#features/support/contact.contract.ts'
import { chatConversations, chatMessages } from '#features/support/server/chat/chat.tables.ts'
import { tickets } from '#features/support/server/contact/contact.tables.ts'
import { saveProblemTypes } from '#features/support/server/contact/problem-types.ts'
import { referenceQuestionTypes } from '#reference/question-types.ts'
import { newId } from '#server/database/ids.ts'
import { requestReturnOf, shopWithReasons } from '#testing/shops/returned-goods.ts'
import { shipTo } from '#testing/shops/ship-to.ts'
import { buy, goods, testAddress } from '#testing/shops/stocked-shop.ts'
import type { Person } from '#testing/test-shop.ts'
import { runStaff } from './run-staff.ts'

const shop = shopWithReasons()
let ada: Person

beforeAll(async () => {
  await saveProblemTypes(shop.shop.db, referenceQuestionTypes)
})
beforeEach(async () => {
  ada = await shop.signedIn()
})

const staff = (line: string) =>
  runStaff(shop.shop, line.match(/"[^"]*"|\S+/g)?.map((word) => word.replaceAll('"', '')) ?? [])
const say = async (line: string) => {
  const { text, exitCode } = await staff(line)
  expect(exitCode, text).toBe(0)
  return text
}

async function returnNoOf(returnId: string): Promise<string> {
  const [found] = await shop.shop.db.select().from(returns).where(eq(returns.id, returnId))
  return found?.returnNo ?? ''
}

describe('orders', () => {
  test('go from unpaid to complete, and every result lists the possible next steps', async () => {
    const { orderNo, orderId } = await buy(shop.shop, ada, [goods.dress, goods.shoe])
    expect(await say(`pay ${orderNo} --method PayPal`)).toBe(
      `${orderNo} is Paid. Possible now: hold, prepare, pack, cancel, refund, address.`,
    )
    expect(await say(`hold ${orderNo} Address looks wrong`)).toContain(
      'is On hold. Possible now: release, cancel, refund, address.',
    )
    expect(await say('orders')).toMatch(new RegExp(`${orderNo}.*On hold.*Address looks wrong`))
    await say(`release ${orderNo}`)
    await say(`prepare ${orderNo}`)
    await say(`pack ${orderNo}`)
    const shipped = await say(`ship ${orderNo} --carrier PostNord --tracking LX482917306SE --place Gothenburg`)
    expect(shipped).toContain('is Shipped. Possible now: deliver, refund, track.')
    shop.clock.advance(60_000)
    await say(`track ${orderNo} in-transit Departed sort facility --place Boston`)
    const order = await ada.call(getOrder, { orderId })
    const packageId = order.products[0]?.order_packages?.id ?? ''
    const { details } = await ada.call(getPackageTracking, { packageId })
    expect(details.events.map(({ eventDesc }) => eventDesc)).toEqual([
      'Departed sort facility, Boston',
      'Handed to carrier, Gothenburg',
    ])
    expect(await say(`deliver ${orderNo}`)).toContain('is Received. Possible now: complete, refund.')
    expect(await say(`complete ${orderNo}`)).toContain('is Complete. Possible now: refund.')
    const shown = await say(`show ${orderNo}`)
    expect(shown).toContain('PostNord LX482917306SE')
    expect(shown).toContain('confirmPayment')
  })

  test('are received when the carrier reports a delivery', async () => {
    const { orderNo } = await buy(shop.shop, ada, [goods.dress])
    for (const step of ['pay', 'prepare', 'pack']) await say(`${step} ${orderNo}`)
    await say(`ship ${orderNo} --carrier DHL --tracking JD0001`)
    expect(await say(`track ${orderNo} delivered Left with a neighbour`)).toContain('is Received')
  })

  test('ship several parcels separately', async () => {
    const { orderNo } = await buy(shop.shop, ada, [goods.dress, goods.shoe, goods.scarf])
    for (const step of ['pay', 'prepare']) await say(`${step} ${orderNo}`)
    await say(`pack ${orderNo} --parcel 1,2 --parcel 3`)
    await say(`ship ${orderNo} --carrier DHL --tracking JD0002,JD0003`)
    expect(await say(`show ${orderNo}`)).toMatch(/Parcel 1: DHL JD000\d[\s\S]*Parcel 2: DHL JD000\d/)
  })

  test('refuse a wrong step, name the current state and change nothing', async () => {
    const { orderNo, orderId } = await buy(shop.shop, ada, [goods.dress])
    const { text, exitCode } = await staff(`ship ${orderNo} --carrier DHL --tracking JD0004`)
    expect(exitCode).toBe(1)
    expect(text).toMatch(/^shopper moved this order to “unpaid” on 2026-06-15 10:0\d UTC\.\n/)
    expect(text).toContain(`${orderNo} is Unpaid. Possible now: pay, send-link, cancel, address.`)
    expect((await ada.call(getOrder, { orderId })).order_status_id).toBe(1)
  })

  test('refund a canceled paid order after confirmation', async () => {
    const { orderNo } = await buy(shop.shop, ada, [goods.dress])
    await say(`pay ${orderNo}`)
    expect(await say(`cancel ${orderNo} Out of stock after all`)).toContain('is Cancelled')
    await say(`refund ${orderNo}`)
    expect(await say(`show ${orderNo}`)).toMatch(/Refunded +USD 150\.00/)
    expect((await staff(`refund ${orderNo}`)).exitCode).toBe(1)
  })

  test('take a change of single address fields, and refuse a country that the shop does not ship to', async () => {
    onTestFinished(() => shipTo(shop.shop.db, ''))
    await shipTo(shop.shop.db, 'US,SE')
    const { orderNo, orderId } = await buy(shop.shop, ada, [goods.dress])
    await say(`address ${orderNo} --street "1 Quay Road" --city Bangor`)
    const { shipping_address } = await ada.call(getOrder, { orderId })
    expect(shipping_address).toMatchObject({ address_1: '1 Quay Road', city: 'Bangor', lastname: testAddress.lastname })
    const { text, exitCode } = await staff(`address ${orderNo} --country Norway --postcode 0150`)
    expect(exitCode).toBe(1)
    expect(text).toContain('We do not ship to this country')
    expect(await staff(`address ${orderNo}`)).toMatchObject({ exitCode: 2, text: expect.stringContaining('--street') })
  })

  test('report an unknown number', async () => {
    expect(await staff('show HB22222222222')).toEqual({ text: 'There is no order HB22222222222.', exitCode: 1 })
  })
})

describe('--json', () => {
  test('prints the response of the staff API, or its problem', async () => {
    const { orderNo } = await buy(shop.shop, ada, [goods.dress])
    const { data } = JSON.parse(await say(`pay ${orderNo} --json`)) as { data: { status: string; number: string } }
    expect(data).toMatchObject({ number: orderNo, status: 'paid' })
    const list = JSON.parse(await say(`orders --email ${ada.email} --json`)) as { data: unknown[]; total: number }
    expect(list).toMatchObject({ data: [{ number: orderNo }], next: null, total: 1 })
    const { text, exitCode } = await staff(`ship ${orderNo} --carrier DHL --tracking JD0009 --json`)
    expect(exitCode).toBe(1)
    expect(JSON.parse(text)).toMatchObject({ code: 'order_moved_on', status: 409 })
  })
})

describe('returns', () => {
  test('are approved, received and refunded', async () => {
    const { returnId, lineIds } = await requestReturnOf(shop.shop, ada, [goods.dress])
    const returnNo = await returnNoOf(returnId)
    expect(await say('returns')).toMatch(new RegExp(`${returnNo}.*Processing.*in 2 days`))
    expect(await say(`returns approve ${returnNo}`)).toContain('is Returning. Possible now: reject, receive, look.')
    await ada.call(giveParcel, {
      order_product_ids: lineIds,
      delivery_company: 'PostNord',
      tracking_number: 'LX482917306SE',
    })
    await say(`scan ${returnNo}`)
    expect(await say(`receive ${returnNo}`)).toContain('is Refunding. Possible now: refund, fail.')
    expect(await say(`fail ${returnNo} The card was closed`)).toContain('is Refund Failed. Possible now: retry.')
    await say(`retry ${returnNo}`)
    expect(await say(`refund ${returnNo}`)).toContain('is Refund Successful. No further commands')
    expect((await ada.call(getReturn, { returnId })).status).toBe(5)
    expect(await say(`show ${returnNo}`)).toContain('The card was closed')
  })

  test('can be inspected before the refund begins', async () => {
    const { returnId } = await requestReturnOf(shop.shop, ada, [goods.dress])
    const returnNo = await returnNoOf(returnId)
    await say(`approve ${returnNo}`)
    expect(await say(`look ${returnNo}`)).toContain('is Return Successful. Possible now:')
    expect(await say(`begin ${returnNo}`)).toContain('is Refunding. Possible now: refund, fail.')
  })

  test('keep a worn item out of stock, unless --restock is given', async () => {
    const { returnId } = await requestReturnOf(shop.shop, ada, [goods.dress])
    const returnNo = await returnNoOf(returnId)
    const find = async () =>
      (await shop.shop.db.select().from(returnItems).where(eq(returnItems.returnId, returnId)))[0]
    await say(`approve ${returnNo}`)
    expect((await staff(`receive ${returnNo} --condition shiny`)).text).toContain(
      '--condition must be one of as_sold, worn',
    )
    expect((await staff(`receive ${returnNo} --restock perhaps`)).text).toContain('--restock must be yes or no.')
    expect((await staff(`receive ${returnNo} --restock no`)).text).toContain(
      'Enter a reason why this item does not go back into stock',
    )
    expect(await say(`receive ${returnNo} --condition worn --why Stained`)).toContain('is Return Successful.')
    expect(await find()).toMatchObject({ condition: 'worn', restockedAt: null, notRestockedReason: 'Stained' })
  })

  test('are rejected after an inspection, as the help describes', async () => {
    const { returnId } = await requestReturnOf(shop.shop, ada, [goods.dress])
    const returnNo = await returnNoOf(returnId)
    await say(`approve ${returnNo}`)
    expect(await say(`look ${returnNo}`)).toContain('Possible now: reject, begin.')
    expect(await say(`reject ${returnNo} It has been worn`)).toContain('is Return Failed. No further commands')
    expect((await ada.call(getReturn, { returnId })).system_comment[0]).toBe('It has been worn')
  })

  test('decide single items by number', async () => {
    const { returnId } = await requestReturnOf(shop.shop, ada, [goods.dress, goods.shoe])
    const returnNo = await returnNoOf(returnId)
    await say(`keep ${returnNo} --item 1`)
    await say(`reject ${returnNo} "It was worn" --item 2`)
    const { products } = await ada.call(getReturn, { returnId })
    expect(products.map(({ status_en_name }) => status_en_name).sort()).toEqual(['Refunding', 'Return Failed'])
  })

  test('require a reason for a rejection', async () => {
    const { returnId } = await requestReturnOf(shop.shop, ada, [goods.dress])
    const returnNo = await returnNoOf(returnId)
    const { text, exitCode } = await staff(`reject ${returnNo}`)
    expect(exitCode).toBe(2)
    expect(text).toContain('Enter the reason')
    expect((await ada.call(getReturn, { returnId })).status).toBe(1)
  })

  test('refuse a refund for an item that was never received', async () => {
    const { returnId } = await requestReturnOf(shop.shop, ada, [goods.dress])
    const returnNo = await returnNoOf(returnId)
    const { text, exitCode } = await staff(`refund ${returnNo}`)
    expect(exitCode).toBe(1)
    expect(text).toContain(`${returnNo} is Processing. Possible now: approve, keep, reject.`)
  })
})

test('lists, shows, answers and closes a ticket', async () => {
  await ada.call(sendTicket, {
    email: ada.email,
    message: 'Will it\u001b[31m be back?',
    problem_type: '8',
    customer_name: 'Ada',
    client_os: 'mobile',
  })
  const [ticket] = await shop.shop.db.select().from(tickets).where(eq(tickets.email, ada.email))
  const ticketNo = ticket?.ticketNo ?? ''
  const list = await say('tickets')
  expect(list).toMatch(new RegExp(`${ticketNo}.*in 24 h`))
  // Terminals obey control characters, and a shopper must not control the terminal.
  expect(list).not.toContain('\u001b')
  expect(await say(`show ${ticketNo}`)).toContain('be back?')
  await say(`answer ${ticketNo} Yes, in three weeks. --name Ingrid`)
  expect((await shop.mailsTo(ada.email)).at(-1)?.text).toContain('Yes, in three weeks.')
  await say(`close ${ticketNo}`)
  expect((await staff(`answer ${ticketNo} One more thing`)).text).toContain('This ticket is closed')
})

test('lists products, takes them down, changes stock and prices, and reports the results', async () => {
  expect(await say('products --find dress')).toMatch(/^dress +The dress +live +dresses +1 +\d+/m)
  expect(await say('take-down scarf')).toBe('scarf is hidden.')
  expect(await say('put-on-sale scarf')).toBe('scarf is live.')
  expect(await say('restock SKU-102 40 counted')).toBe('SKU-102 now has 40 in stock.')
  expect(await say('restock SKU-102 +2 received from the mill')).toBe('SKU-102 now has 42 in stock.')
  expect(await say('take-away SKU-102 1 damaged')).toBe('SKU-102 now has 41 in stock.')
  expect(await say('restock SKU-102 +1 returned')).toBe('SKU-102 now has 42 in stock.')
  expect(await say('stock --below 100')).toMatch(/SKU-102 +42 +The scarf +Clay, M/)
  expect(await say('price SKU-102 55.50 usd')).toBe('SKU-102 costs USD 55.50.')
  expect(await say('price SKU-102')).toMatch(/USD 55\.50 .* current +Command line\nUSD 60\.00 .* over/)
  expect(await say('price SKU-102 50 USD --from 2030-01-01')).toContain('will cost USD 50.00 from')
  for (const line of [
    'restock SKU-102 many counted',
    'restock SKU-102 4 because',
    'price SKU-102 1.234 USD',
    'take-down',
  ]) {
    expect((await staff(line)).exitCode, line).toBe(2)
  }
  expect((await staff('take-away SKU-102 500 lost')).text).toContain('Only 42 units of SKU-102 are in stock.')
  expect(JSON.parse(await say('stock --below 100 --json'))).toMatchObject({ data: expect.any(Array), next: null })
})

test('gives a coupon to an account', async () => {
  await shop.shop.db.insert(coupons).values({
    id: 1,
    code: 'THANKS10',
    couponType: 'F',
    discountAmount: 1000,
    currency: 'USD',
    startsAt: shop.clock.now(),
  })
  expect(await say(`give thanks10 ${ada.email}`)).toBe(`${ada.email} now has the coupon THANKS10.`)
  expect(await say('coupons')).toMatch(/THANKS10.*Indefinite +1$/m)
  expect((await staff('give NOTHING ada@harbor.test')).exitCode).toBe(1)
  expect(await say('pause-coupon thanks10')).toBe('THANKS10 is paused, with 1 claim.')
  expect(await say('resume-coupon thanks10')).toBe('THANKS10 is running.')
  expect(await say('end-coupon thanks10')).toBe('THANKS10 has ended, with 1 claim.')
  expect((await staff('give thanks10 late@harbor.test')).exitCode).toBe(1)
})

test('imports archived orders from a file and reports invalid rows', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'harbor-import-'))
  const file = join(folder, 'orders.csv')
  const heading = 'order_no,email,currency,sku_price,total,pay_confirm_time,item_sku_name_en,item_price'
  await writeFile(file, `${heading}\nSH1001,old@harbor.test,USD,40,40,1700000000,Old coat,40\n`)
  expect(await say(`import orders ${file}`)).toBe('1 record added, 0 changed, 0 unchanged, 0 invalid.')
  expect(await say(`import orders ${file}`)).toBe('0 records added, 0 changed, 1 unchanged, 0 invalid.')
  await writeFile(file, `${heading}\nSH1002,nobody,USD,forty,40,1700000000,Old coat,40\n`)
  expect(await say(`import orders ${file}`)).toMatch(/^0 records added, .* 1 invalid\.\n- row 2, SH1002: email /)
  await rm(folder, { recursive: true })
})

test('invites an owner with a link, and creates and revokes keys', async () => {
  const invited = await say('invite-owner You@Shop.example')
  expect(invited).toMatch(/Link +http:\/\/harbor\.test\/staff\/accept\?token=[\w-]{43}/)
  expect((await shop.mailsTo('you@shop.example')).at(-1)?.subject).toContain('Invitation to work at')
  expect(await say('people')).toContain('This shop has no staff yet')
  expect(await say('setup-link')).toMatch(/Link +http:\/\/harbor\.test\/staff\/setup\?token=[\w-]{43}/)
  const made = await say('make-key ERP --scopes orders:read,parcels:write')
  expect(made).toMatch(/Key +hk_live_[\w-]{43}/)
  expect(await say('keys')).toMatch(/ERP.*orders:read parcels:write +live/)
  const id = /Id +(\w+)/.exec(made)?.[1] ?? ''
  expect(await say(`end-key ${id}`)).toBe('The key ERP was revoked.')
  expect((await staff('end-key nothing')).exitCode).toBe(1)
  expect((await staff('make-key ERP --scopes orders:fly')).exitCode).toBe(2)
  expect((await staff('make-key ERP --scopes orders:read --from office')).exitCode).toBe(1)
})

test('creates, tests and removes webhooks', async () => {
  const made = await say('add-webhook https://erp.example/in --events order.paid,refund.*')
  expect(made).toMatch(/whsec_/)
  const id = /Id\s+(\w+)/.exec(made)?.[1] ?? ''
  expect(await say(`test-webhook ${id}`)).toMatch(/^The event evt_\w+ is queued/)
  expect(await say('deliveries')).toContain('webhook.test')
  expect(await say(`webhook-off ${id}`)).toBe('https://erp.example/in is off.')
  expect((await staff(`test-webhook ${id}`)).exitCode).toBe(1)
  expect(await say(`webhook-on ${id}`)).toBe('https://erp.example/in is on.')
  expect(await say(`retry-webhook ${id}`)).toBe('Deliveries sent again: 1.')
  expect(await say(`rotate-webhook ${id}`)).toMatch(/valid until/)
  expect(await say('webhooks')).toContain('order.paid refund.*')
  await say(`remove-webhook ${id}`)
  expect(await say('webhooks')).toBe('No webhooks.')
  expect((await staff('add-webhook https://erp.example/in')).exitCode).toBe(2)
})

test.each(['dance', 'ship', 'orders --status flying', 'orders --colour red', 'give HELLO', 'show'])(
  'reports wrong use of "%s" with the expected use',
  async (line) => {
    const { text, exitCode } = await staff(line)
    expect(exitCode).toBe(2)
    expect(text.length).toBeGreaterThan(10)
  },
)

test('shows the waiting work of all areas', async () => {
  const text = await say('waiting')
  for (const heading of ['Orders', 'Returns', 'Tickets', 'Chats']) expect(text).toContain(heading)
})

test('shows a ticket regardless of its position in the queue', async () => {
  await ada.call(sendTicket, { email: ada.email, message: 'Where is my dress?', problem_type: '8' })
  const [ticket] = await shop.shop.db.select().from(tickets).where(eq(tickets.message, 'Where is my dress?'))
  const ticketNo = ticket?.ticketNo ?? ''
  expect(await say(`show ${ticketNo}`)).toContain(`${ticketNo} is open. Possible now: answer, close.`)
  await say(`answer ${ticketNo} On its way --name Ingrid`)
  const answered = await say(`show ${ticketNo}`)
  expect(answered).toMatch(/Ingrid:\n\| On its way/)
  expect(answered).toContain(`${ticketNo} is answered.`)
  await say(`close ${ticketNo}`)
  expect(await say(`show ${ticketNo}`)).toContain(`${ticketNo} is closed. No further commands are possible.`)
  expect((await staff('show TK22222222222')).text).toBe('There is no ticket TK22222222222.')
})

test.each(['hb', 'rt', 'tk'])('recognizes a chat whose id begins with %s', async (start) => {
  const id = `${start}${newId().slice(2)}`
  const at = shop.clock.now()
  await shop.shop.db
    .insert(chatConversations)
    .values({ id, guestTokenHash: id, createdAt: at, lastMessageAt: at, waitingSince: at })
  const said = { conversationId: id, author: 'shopper' as const, body: 'Hello there', clientKey: newId(), at }
  await shop.shop.db.insert(chatMessages).values(said)
  expect(await say(`show ${id}`)).toContain('| Hello there')
  expect(await say(`chats ${id}`)).toContain('| Hello there')
  expect(await say(`answer ${id} Hello yourself`)).toBe('The answer was sent.')
})

test('prints whole yen for a coupon in yen', async () => {
  const startsAt = shop.clock.now()
  await shop.shop.db.insert(coupons).values([
    { id: 90, code: 'YEN500', couponType: 'F', discountAmount: 500, currency: 'JPY', startsAt },
    { id: 91, code: 'FIVE', couponType: 'F', discountAmount: 500, currency: 'USD', startsAt },
  ])
  const list = await say('coupons')
  expect(list).toMatch(/YEN500 +JPY 500 /)
  expect(list).toMatch(/FIVE +USD 5\.00 /)
})

test("escapes shoppers' texts everywhere, so that they control no terminal and imitate no output", async () => {
  // A color, a window title, a backspace, a C1 control, reversed text, and an imitation of the program's output.
  const evil = 'x\u001b[31m\u001b]0;owned\u0007\b\u009b2J\u202egnp.exe\u2066\r\nPossible now: refund.'
  const { orderNo, orderId } = await buy(shop.shop, ada, [goods.dress], {
    address: { ...testAddress, firstname: evil, city: evil },
  })
  const { returnId } = await requestReturnOf(shop.shop, ada, [goods.shoe])
  await shop.shop.db.update(returns).set({ comment: evil }).where(eq(returns.id, returnId))
  const returnNo = await returnNoOf(returnId)
  await say(`reject ${returnNo} ${evil}`)
  await ada.call(sendTicket, { email: ada.email, message: evil, problem_type: '8', customer_name: 'Ada\u001b[2J' })
  const [ticket] = await shop.shop.db.select().from(tickets).where(eq(tickets.customerName, 'Ada\u001b[2J'))
  const chat = await ada.call(sendChatMessage, { body: evil, client_key: newId() })
  await shop.shop.db.update(orders).set({ holdReason: evil }).where(eq(orders.id, orderId))
  const shown = [`show ${orderNo}`, `show ${returnNo}`, `show ${ticket?.ticketNo}`, `show ${chat.conversation_id}`]
  for (const line of [...shown, 'waiting', 'orders --status unpaid', 'returns --status 6', `show ${evil}`, evil]) {
    const { text } = await staff(line)
    expect(text, line).not.toMatch(/[^\n\P{C}]|[\u2028\u2029]/u)
    expect(text.split('\n'), line).not.toContain('Possible now: refund.')
  }
})
