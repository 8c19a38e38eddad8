import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { eraseCustomer } from '#features/customers/server/erase-customer.service.ts'
import { trackOrder } from '#features/orders/order-lookup.contract.ts'
import { cancelOrder } from '#features/orders/server/commands/order-commands.service.ts'
import { saveSetting } from '#features/settings/server/save-settings.service.ts'
import { languages } from '#features/settings/server/settings.tables.ts'
import { newId } from '#server/database/ids.ts'
import { buyAndPay, goods, stockShop, testAddress } from '#testing/shops/stocked-shop.ts'
import { problemOf, type StaffPerson, testStaff } from '#testing/staff.ts'
import { type Person, testShop } from '#testing/test-shop.ts'
import { listOrderDocuments } from '../documents.contract.ts'
import { emailDocuments, getDocument, getDocumentPdf, listDocuments } from '../documents.staff.contract.ts'
import { documents } from './documents.tables.ts'
import { toFileKey } from './read-documents.service.ts'

const run = promisify(execFile)
const hasPoppler = await run('pdftotext', ['-v']).then(
  () => true,
  () => false,
)

const shop = testShop()
const staff = testStaff(shop)
let ada: Person
let owner: StaffPerson

beforeAll(async () => {
  const { db } = shop.shop
  await stockShop(db, shop.clock.now())
  await saveSetting(db, 'seller_name', 'Nordufer Mode GmbH')
  await saveSetting(db, 'seller_address', 'Prinzessinnenstraße 20\n10969 Berlin')
  await saveSetting(db, 'seller_country', 'DE')
  ada = await shop.signedIn()
  owner = await staff.member()
})

const languageIds = { de: 501, ja: 502, ar: 503 }

describe('a shopper', () => {
  test('lists the documents of an order, and opens the PDF in the browser', async () => {
    const { orderId } = await buyAndPay(shop.shop, ada, [goods.dress])
    const [invoice, ...others] = await ada.call(listOrderDocuments, { orderId })
    expect(others).toEqual([])
    expect(invoice).toMatchObject({ kind: 'invoice', number: expect.stringMatching(/^\d{4}-\d{6}$/) })
    const response = await ada.fetch(invoice?.link ?? '')
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="${invoice?.number}.pdf"`,
      'cache-control': 'private, no-store',
    })
    const bytes = new Uint8Array(await response.arrayBuffer())
    expect(Buffer.from(bytes.subarray(0, 5)).toString()).toBe('%PDF-')
    // The second request reads the stored file.
    const again = await ada.fetch(invoice?.link ?? '')
    expect(Buffer.from(await again.arrayBuffer()).equals(Buffer.from(bytes))).toBe(true)
  })

  test('gets the same answer for the documents of another shopper as for missing documents', async () => {
    const { orderId } = await buyAndPay(shop.shop, ada, [goods.dress])
    const [invoice] = await ada.call(listOrderDocuments, { orderId })
    const grace = await shop.signedIn()
    await expect(grace.call(listOrderDocuments, { orderId })).rejects.toMatchObject({ status: 404 })
    const paths = [`/documents/${invoice?.id}.pdf`, `/documents/${orderId}.pdf`, `/documents/${newId()}.pdf`]
    for (const path of [...paths, '/documents/x', `${paths[0]}?key=a.b`]) {
      expect((await grace.fetch(path)).status).toBe(404)
      expect((await shop.stranger().fetch(path)).status).toBe(404)
    }
  })
})

describe('a guest', () => {
  test('opens the invoice with the link of the mail, and sees no link in the order lookup', async () => {
    const email = 'guest-with-paper@harbor.test'
    const { orderId, orderNo } = await buyAndPay(shop.shop, { id: '', email }, [goods.dress])
    const text = (await shop.mailsTo(email)).at(-1)?.text ?? ''
    const [link = ''] = /\/documents\/\S+/.exec(text) ?? []
    expect(link).toContain(orderId)
    const stranger = shop.stranger()
    expect((await stranger.fetch(link)).headers.get('content-type')).toBe('application/pdf')
    const otherId = (await buyAndPay(shop.shop, ada, [goods.dress])).orderId
    expect((await stranger.fetch(link.replace(orderId, otherId))).status).toBe(404)
    const found = await stranger.call(trackOrder, { email, order_no: orderNo })
    expect(found).toMatchObject({ data: { documents: [{ kind: 'invoice', link: null }] } })
  })
})

describe('staff', () => {
  test('list, read, open and mail documents', async () => {
    const { orderId, orderNo } = await buyAndPay(shop.shop, ada, [goods.dress])
    await cancelOrder(shop.shop, { orderId, actor: 'staff' })
    const { data: page } = await owner.call(listDocuments, { order: orderNo })
    const invoice = page.data.find(({ kind }) => kind === 'invoice')
    expect(invoice).toMatchObject({ order: { number: orderNo }, gross: { amount: 15_000, currency: 'USD' } })
    const id = invoice?.id ?? ''
    const { data: read } = await owner.call(getDocument, { id })
    expect(read.content).toMatchObject({ number: invoice?.number, buyer: { name: 'Ada Lind' } })
    const { data: file } = await owner.call(getDocumentPdf, { id })
    expect(file.type).toBe('application/pdf')
    await owner.call(emailDocuments, { no: orderNo })
    const mail = (await shop.mailsTo(ada.email)).at(-1)
    expect(mail?.subject).toContain(orderNo)
    expect(mail?.text).toContain(`/documents/${id}.pdf?key=`)
  })

  test('filter documents by kind and day in the time zone of the shop', async () => {
    await buyAndPay(shop.shop, ada, [goods.dress])
    const day = shop.clock.now().toISOString().slice(0, 10)
    const count = async (input: object) => (await owner.call(listDocuments, { ...input })).data.data.length
    expect(await count({ from: day, until: day })).toBeGreaterThan(0)
    expect(await count({ kind: 'credit_note', from: '2030-01-01' })).toBe(0)
    expect(await count({ until: '2020-01-01' })).toBe(0)
  })

  test('cannot mail the documents of an order without an invoice', async () => {
    const { db } = shop.shop
    await saveSetting(db, 'seller_country', '')
    const { orderNo } = await buyAndPay(shop.shop, ada, [goods.dress])
    expect(await problemOf(owner.call(emailDocuments, { no: orderNo }))).toBe('no_documents')
    await saveSetting(db, 'seller_country', 'DE')
  })
})

test('an erased customer leaves documents without the buyer, and no stored PDF', async () => {
  const grace = await shop.signedIn('erased-buyer')
  const { orderId } = await buyAndPay(shop.shop, grace, [goods.dress])
  const [invoice] = await grace.call(listOrderDocuments, { orderId })
  await (await grace.fetch(invoice?.link ?? '')).arrayBuffer()
  const id = invoice?.id ?? ''
  expect(await shop.shop.files.read(toFileKey(id))).not.toBeNull()
  await cancelOrder(shop.shop, { orderId, actor: 'staff' })
  await eraseCustomer(shop.shop, grace.id)
  expect(await shop.shop.files.read(toFileKey(id))).toBeNull()
  const [row] = await shop.shop.db.select().from(documents).where(eq(documents.id, id))
  expect(row).toMatchObject({ number: invoice?.number, grossAmount: 15_000 })
  expect(row?.snapshot).toMatchObject({ buyer: { name: '', address_lines: [], country: 'US' } })
  expect(JSON.stringify(row?.snapshot)).not.toContain('Ropewalk')
})

test.skipIf(!hasPoppler).each([
  ['de', 'Rechnung'],
  ['ja', '請求書'],
  // Poppler swaps the letters of Arabic ligatures, so only the other texts are compared.
  ['ar', ''],
] as const)('prints the invoice of an order in the language %s', async (code, title) => {
  const { db } = shop.shop
  const direction = code === 'ar' ? ('rtl' as const) : ('ltr' as const)
  const names = { ownName: code, englishName: code, direction }
  await db
    .insert(languages)
    .values({ id: languageIds[code], code, ...names })
    .onConflictDoNothing()
  const address = { ...testAddress, firstname: '恵子', lastname: '田中', address1: '丸の内1-5-3', country: 'JP' }
  const { orderId } = await buyAndPay(shop.shop, ada, [goods.dress, goods.scarf], {
    ...{ languageId: languageIds[code], shippingMethod: 'express' },
    ...(code === 'ja' && { address: { ...address, city: '千代田区', state: '東京都', postcode: '100-0005' } }),
  })
  const [invoice] = await ada.call(listOrderDocuments, { orderId })
  const bytes = await (await ada.fetch(invoice?.link ?? '')).arrayBuffer()
  const file = join(tmpdir(), `${newId()}.pdf`)
  await writeFile(file, new Uint8Array(bytes))
  const { stdout } = await run('pdftotext', ['-layout', file, '-'])
  const plain = (text: string) => text.normalize('NFKC').replace(/[\p{Cf}\s]/gu, '')
  const wanted = [invoice?.number ?? '', 'The dress', 'The scarf', 'SKU-101', title]
  expect(wanted.filter((part) => !plain(stdout).includes(plain(part)))).toEqual([])
})
