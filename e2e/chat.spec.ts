import type { Page } from '@playwright/test'
import { chatLink } from '#links/account.links.ts'
import { staff } from './support/staff.ts'
import { expect, expectAccessibleInBothThemes, signIn, test } from './support/test.ts'

const offline = 'The chat is offline right now. We will answer here within 24 hours.'

async function openChat(page: Page) {
  await page.goto('/account')
  await page.getByRole('button', { name: /^Chat with us/ }).click()
  await expect(page.getByRole('dialog', { name: 'Chat with us' })).toBeVisible()
}

async function say(page: Page, body: string) {
  await page.getByLabel('Message').fill(body)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
}

/**
 * Finds the waiting conversation with this text in the staff's list. The shopper's page shows the text before the
 * server has stored the message.
 */
async function findChat(words: string): Promise<string> {
  let found = ''
  await expect(async () => {
    const line = (await staff('chats', '--limit', '200')).split('\n').find((one) => one.includes(words))
    found = /[a-z0-9]{24}/.exec(line ?? '')?.[0] ?? ''
    expect(found, words).not.toBe('')
    // The first command of a worker starts the staff process, which loads the whole shop.
  }).toPass({ timeout: 60_000 })
  return found
}

async function registerShopper(page: Page, email: string) {
  const origin = process.env.HARBOR_URL ?? ''
  const data = { email, password: 'Harbor2026' }
  expect((await page.request.post('/ajax-web/customer/register', { data, headers: { origin } })).status()).toBe(200)
}

test('loads no code of the chat before it is opened', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/account')
  await expect(page.getByRole('button', { name: /^Chat with us/ })).toBeVisible()
  const before = asked.filter((path) => path.endsWith('.js'))
  expect(asked.filter((path) => /^\/ajax-web\/(chat$|live)/.test(path))).toEqual([])
  await page.getByRole('button', { name: /^Chat with us/ }).click()
  await expect(page.getByRole('dialog', { name: 'Chat with us' })).toBeVisible()
  const after = asked.filter((path) => path.endsWith('.js'))
  expect(after.length).toBeGreaterThan(before.length)
})

test('is accessible', async ({ page }) => {
  await signIn(page)
  await openChat(page)
  await expect(page.getByText('Yes, we expect it in about two weeks.')).toBeVisible()
  await expectAccessibleInBothThemes(page)
})

test('tells a shopper the response time and shows the answer when it arrives', async ({ page }) => {
  await registerShopper(page, `talks-${Date.now()}@harbor.test`)
  await openChat(page)
  await expect(page.getByText('we answer within 24 hours')).toBeVisible()
  const words = `Do you have it in green? ${Date.now()}`
  await say(page, words)
  const log = page.getByRole('log')
  await expect(log.getByText(words)).toBeVisible()
  await expect(log.getByText(offline)).toBeVisible()
  await expect(page.getByLabel('Message')).toHaveValue('')

  const chat = await findChat(words)
  await staff('answer', chat, 'Yes, in two greens.', '--name', 'Ines')
  await expect(log.getByText('Yes, in two greens.')).toBeVisible()

  await page.getByRole('button', { name: 'Close' }).click()
  await staff('answer', chat, 'And in blue.', '--name', 'Ines')
  await staff('answer', chat, 'And in red.', '--name', 'Ines')
  const button = page.getByRole('button', { name: 'Chat with us (2 unread)' })
  await expect(button).toBeVisible()

  await page.reload()
  await button.click()
  await expect(log.getByText('And in red.')).toBeVisible()
  await expect(log.getByText(words)).toHaveCount(1)
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('button', { name: 'Chat with us', exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Chat with us', exact: true })).toBeVisible()
})

test('shows a returning guest the earlier conversation', async ({ page }) => {
  await openChat(page)
  const words = `Do you deliver to the islands? ${Date.now()}`
  await say(page, words)
  await expect(page.getByRole('log').getByText(words)).toBeVisible()
  await staff('answer', await findChat(words), 'We do.')
  await openChat(page)
  await expect(page.getByRole('log').getByText('We do.')).toBeVisible()
})

test('keeps a failed message and sends it again once', async ({ page, expectConsole }) => {
  expectConsole(/ERR_FAILED/)
  await registerShopper(page, `again-${Date.now()}@harbor.test`)
  await openChat(page)
  await page.route('**/ajax-web/chat/message', (route) => route.abort())
  await say(page, 'Are you there?')
  const log = page.getByRole('log')
  await expect(log.getByText('Not sent')).toBeVisible()
  await expect(log.getByText('Are you there?')).toBeVisible()
  await page.unroute('**/ajax-web/chat/message')
  await log.getByRole('button', { name: 'Send again' }).click()
  await expect(log.getByText('Not sent')).toHaveCount(0)
  await expect(log.getByText('Sending …')).toHaveCount(0)
  await page.reload()
  await page.getByRole('button', { name: /^Chat with us/ }).click()
  await expect(log.getByText('Are you there?')).toHaveCount(1)
})

test('reports a chat that failed to start, and lets the shopper try again', async ({ page, expectConsole }) => {
  expectConsole(/500/)
  await page.route(/\/ajax-web\/chat\?/, (route) => route.fulfill({ status: 500, json: { message: 'Broken' } }))
  await openChat(page)
  await expect(page.getByText('We couldn’t load this')).toBeVisible()
  await page.unroute(/\/ajax-web\/chat\?/)
  await page.getByRole('button', { name: 'refresh' }).click()
  // The greeting depends on whether staff have just answered another chat, so both texts are valid.
  await expect(page.getByText(/Hello! How can we help\?|we answer within 24 hours/)).toBeVisible()
})

// `chat.http.test.ts` tests the recipient of this mail, because the mail is only sent after a longer wait than a
// browser test allows.
test('opens the chat from the link of a mail', async ({ page }) => {
  await signIn(page)
  await page.goto(chatLink)
  await expect(page.getByRole('dialog', { name: 'Chat with us' })).toBeVisible()
})
