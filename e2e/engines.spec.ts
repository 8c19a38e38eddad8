import { mkdir, writeFile } from 'node:fs/promises'
import { test as base, expect } from '@playwright/test'
import sharp from 'sharp'
import { engines, missing } from './engines/engines.ts'
import { createVisitor, type Visitor } from './engines/visitor.ts'
import { deliver } from './support/staff.ts'

const password = 'Harbor2026'
const address = {
  firstname: 'Ada',
  lastname: 'Lind',
  telephone: '+1 207 555 0142',
  address_1: '18 Ropewalk Lane',
  city: 'Portland',
  state: 'Maine',
  country: 'US',
  postcode: '04101',
}
const phone = { width: 390, height: 844 }
const desk = { width: 1280, height: 800 }

type Engine = { engine: keyof typeof engines; visitor: Visitor }

const test = base.extend<Engine>({
  engine: ['Chromium', { option: true }],
  visitor: async ({ engine }, use, info) => {
    const open = engines[engine]()
    test.skip(!open, `There is no ${engine}: ${missing[engine]}.`)
    if (!open) return
    const driver = await open()
    const visitor = createVisitor(driver, process.env.HARBOR_URL ?? '')
    try {
      await use(visitor)
      if (info.status !== info.expectedStatus) {
        const picture = await driver.screenshot()
        await mkdir(info.outputDir, { recursive: true })
        await writeFile(info.outputPath(`${engine}.png`), picture)
        console.error(`${driver.about}, ${await visitor.tell()}`)
      }
    } finally {
      await driver.close()
    }
  },
})

for (const engine of ['Chromium', 'Firefox', 'WebKit'] as const) {
  test.describe(engine, () => {
    test.use({ engine })

    test(`a shopper signs in, filters, claims, buys and returns in ${engine}`, async ({ visitor }) => {
      const { email } = await prepareShopper(engine)
      await visitor.resize(phone)
      await visitor.open('/')
      await visitor.see('heading', 'Just landed')
      await subscribeInWidget(visitor)
      await signIn(visitor, email)
      await returnWithPicture(visitor)
      await claimCoupon(visitor)
      await filter(visitor)
      await buy(visitor)
      await chat(visitor)
      await switchToArabic(visitor)
    })

    test(`staff open an order, its refund and a product in ${engine}`, async ({ visitor }) => {
      const { orderNo } = await prepareShopper(engine)
      await visitor.resize(desk)
      await visitor.open('/staff')
      await visitor.fill('/e-?mail/', 'owner@harbor.test')
      await visitor.fill('/password/', 'Harbor2026-staff')
      await visitor.tap('button', '/sign in/')
      await visitor.see('heading', 'Today')
      await visitor.open(`/staff/orders/${orderNo}`)
      await visitor.see('heading', orderNo)
      await visitor.expectSound('the order')
      await visitor.tap('button', '/^Refund part/')
      await visitor.seeDialog('Refund part of the order')
      await visitor.tap('button', 'Close')
      await visitor.isGone('dialog', 'Refund part of the order')
      await visitor.open('/staff/products/inlet-pleated-skirt')
      await visitor.see('heading', 'Inlet Pleated Skirt')
      await visitor.expectSound('the product')
      await visitor.open('/staff/customers')
      await visitor.tap('button', '/^Language/')
      await visitor.see('dialog', 'Language')
      await visitor.pressEscape()
      await visitor.isGone('dialog', 'Language')
      await visitor.resize(phone)
      await visitor.open('/staff')
      await visitor.tap('button', 'More')
      await visitor.seeDialog('More')
      await visitor.tapAbove()
      await visitor.isGone('dialog', 'More')
    })
  })
}

const newShopper = () => Date.now().toString(36)

/** Creates a shopper with an account, an address and two delivered items. */
async function prepareShopper(engine: string) {
  const email = `${engine.toLowerCase()}-${newShopper()}@harbor.test`
  const { data } = await post('/ajax-web/customer/register', { email, password })
  await post('/rest/address', address, { authorization: `Bearer ${data.token}` })
  return { email, ...(await deliver({ email, handles: ['inlet-pleated-skirt', 'sound-chunky-jumper'] })) }
}

async function post(path: string, body: object, headers: Record<string, string> = {}) {
  const origin = process.env.HARBOR_URL ?? ''
  const answer = await fetch(`${origin}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin, ...headers },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  expect(answer.status, text).toBe(200)
  return JSON.parse(text)
}

/** Subscribes in the dialog of the widget on a page outside of the shop's screens. */
async function subscribeInWidget(visitor: Visitor) {
  await visitor.open('/embed-demo')
  await visitor.tap('button', 'GET SWIM10')
  await visitor.seeDialog('Subscribe to get your coupon')
  await visitor.fill('Email', `widget-${newShopper()}@harbor.test`)
  await visitor.tap('button', 'Subscribe')
  await visitor.see('button', 'USE SWIM10')
}

async function signIn(visitor: Visitor, email: string) {
  await visitor.open('/account')
  await visitor.tap('button', 'Sign In / Register')
  await visitor.seeDialog('Harbor')
  await visitor.fill('Email', email)
  await visitor.fill('Password', password)
  await visitor.tap('button', 'Log in')
  await visitor.see('text', email)
  await visitor.expectSound('the page')
}

async function returnWithPicture(visitor: Visitor) {
  await visitor.open('/account/orderlist')
  await visitor.tap('tab', '/Received/')
  await visitor.tap('link', '/Inlet Pleated Skirt/')
  await visitor.tap('link', 'Apply for Return')
  await visitor.see('heading', 'Refund Application')
  await visitor.tap('button', '/^Return Reason/')
  await visitor.seeDialog('Return Reason')
  await visitor.tap('option', 'Changed my mind')
  await visitor.isGone('dialog', 'Return Reason')
  const picture = await sharp({ create: { width: 900, height: 700, channels: 3, background: '#8a5a44' } })
    .jpeg()
    .toBuffer()
  const base64 = picture.toString('base64')
  await visitor.attach('Add a picture', { name: 'stain.jpg', type: 'image/jpeg', base64 })
  await visitor.see('text', '1/5')
  await visitor.tap('button', 'Submit')
  await visitor.see('heading', 'Processing')
  await visitor.tap('button', 'Picture 1')
  await visitor.seeDialog('Pictures')
  await visitor.tap('button', 'Close')
  await visitor.isGone('dialog', 'Pictures')
}

async function claimCoupon(visitor: Visitor) {
  await visitor.open('/')
  await visitor.tap('button', 'GET HARBOR20')
  await visitor.see('text', 'Received Successfully')
  // The page redirects without a tap after a second.
  await visitor.isAt(/^\/products\/quay-belted-wool-coat/)
}

async function filter(visitor: Visitor) {
  await visitor.open('/catalogue/women_shoes')
  await visitor.tap('button', 'Filter')
  await visitor.seeDialog('Filter')
  await visitor.tap('button', 'US 7.5')
  await visitor.tap('button', '/^Show/')
  await visitor.isAt(/size=38/)
}

async function buy(visitor: Visitor) {
  await visitor.open('/products/ebb-wrap-midi-dress')
  await visitor.tap('text', 'M')
  await visitor.tap('button', 'Add to cart')
  await visitor.see('text', '/^In your cart: /')
  await visitor.open('/cart')
  await visitor.see('link', 'Ebb Wrap Midi Dress')
  await visitor.tap('link', '/checkout/')
  await visitor.isAt(/^\/checkout/)
  await visitor.expectSound('the checkout')
  await visitor.tap('button', 'PLACE ORDER')
  await visitor.isAt(/^\/payment/)
}

async function chat(visitor: Visitor) {
  await visitor.open('/account')
  await visitor.tap('button', '/^Chat with us/')
  await visitor.seeDialog('Chat with us')
  await visitor.fill('Message', 'Is the dress lined?')
  await visitor.tap('button', 'Send')
  await visitor.see('text', 'Is the dress lined?')
  await visitor.tap('button', 'Close')
  await visitor.isGone('dialog', 'Chat with us')
}

async function switchToArabic(visitor: Visitor) {
  await visitor.open('/')
  await visitor.tap('link', 'Menu')
  await visitor.see('heading', 'Menu')
  await visitor.expectSound('the menu')
  await visitor.open('/account/settinglanguage')
  await visitor.tap('option', '/Arabic/')
  await visitor.speaks('ar', 'rtl')
  await visitor.open('/')
  await visitor.expectSound('the home page in Arabic')
  await visitor.open('/account/settinglanguage')
  await visitor.tap('option', '/^English/')
  await visitor.speaks('en', 'ltr')
}
