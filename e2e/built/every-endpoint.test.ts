import { afterAll, beforeAll, expect, test } from 'vitest'
import { handlers } from '#app/api.ts'
import type { Call } from '#contract/calls/call.ts'
import { openMailServer } from '#testing/outside/mail-server.ts'
import {
  createSampleData,
  populateShop,
  type SampleData,
  sampleInputs,
  toRequestInit,
} from '#testing/shops/populated-shop.ts'
import { testShop } from '#testing/test-shop.ts'

const mailServer = await openMailServer()
const shop = testShop({ environment: { SMTP_URL: `smtp://127.0.0.1:${mailServer.port}` } })
let sampleData: SampleData

beforeAll(async () => {
  await populateShop(shop)
  sampleData = await createSampleData(shop, await shop.signedIn('maren'))
})
afterAll(() => mailServer.close())

const nameOf = ({ method, path }: Call) => `${method} ${path}`
/** Calls that remove resources which other calls need: the address, the order, and the session. */
const lastCalls = [
  'POST /rest/order/cancel/:orderId',
  'POST /rest/address/:id/delete',
  'POST /ajax-web/customer/confirm',
  'POST /ajax-web/customer/reset',
]

/** Returns the rank of a call. Reads come first, and the order is placed before other calls change the cart. */
function rank(call: Call): number {
  if (call.method === 'GET') return -2
  return call.path === '/rest/checkout' ? -1 : lastCalls.indexOf(nameOf(call)) + 1
}

test('answers valid input at every endpoint of the shop, and sends mails by SMTP', async () => {
  const samples = await sampleInputs(sampleData)
  const calls = handlers.map(({ call }) => call).sort((a, b) => rank(a) - rank(b))
  const answers: [string, number][] = []
  for (const call of calls) {
    const [path, init] = toRequestInit(call, samples[nameOf(call)] ?? {})
    // A sign-in replaces the session of its browser. A changed password ends all sessions of its owner.
    const endsSession = /\/customer\/(?:login|register|password|logout)$/.test(call.path)
    const person = endsSession ? await shop.signedIn('another') : sampleData.person
    const headers = new Headers(init.headers)
    // The browser has the link cookie of a guest order.
    headers.set('cookie', `order_link=${sampleData.guestOrder.token}`)
    const { status } = await person.fetch(path, { ...init, headers })
    answers.push([nameOf(call), status])
  }
  expect(answers.filter(([, status]) => status !== 200 && status !== 204)).toEqual([])
  await expect.poll(mailServer.heard).toContain(`RCPT TO:<${sampleData.person.email}>`)
})
