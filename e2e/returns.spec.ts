import type { Page } from '@playwright/test'
import sharp from 'sharp'
import type { Delivered, Wanted } from './support/deliver-order.ts'
import { deliver, staff } from './support/staff.ts'
import { expect, expectAccessible, readMail, test, waitUntilIdle } from './support/test.ts'

const skirt = 'inlet-pleated-skirt'
const jumper = 'sound-chunky-jumper'
const coat = 'pilot-pea-coat'

let lastShopper = 0

/** Creates a shopper with an order that was delivered yesterday, and opens the shop. */
async function open(page: Page, wanted: Omit<Wanted, 'email'>): Promise<Delivered & { email: string }> {
  const email = `returns-${Date.now()}-${++lastShopper}@harbor.test`
  const headers = { origin: process.env.HARBOR_URL ?? '' }
  const made = await page.request.post('/ajax-web/customer/register', {
    data: { email, password: 'Harbor2026' },
    headers,
  })
  expect(made.status(), await made.text()).toBe(200)
  return { email, ...(await deliver({ ...wanted, email })) }
}

/** Expects that nothing overflows at the widths of phones. */
async function expectNoHorizontalScroll(page: Page) {
  for (const width of [320, 360, 390]) {
    await page.setViewportSize({ width, height: 844 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width} px`).toBe(width)
  }
}

async function chooseReason(page: Page, names: [string, string?], line = 0) {
  await page
    .getByRole('button', { name: /^Return Reason/ })
    .nth(line)
    .click()
  const sheet = page.getByRole('dialog', { name: 'Return Reason' })
  await sheet.getByRole('option', { name: names[0] }).click()
  if (names[1]) {
    await expect(sheet.getByRole('tab', { name: 'Specific Reason' })).toHaveAttribute('aria-selected', 'true')
    await expect(sheet.getByRole('option').and(page.locator(':focus'))).toHaveCount(1)
    await sheet.getByRole('option', { name: names[1] }).click()
  }
  await expect(sheet).toBeHidden()
}

/** Requests a return of the first line. Returns its number. */
async function requestReturn(page: Page, { orderId, lineIds }: Delivered): Promise<string> {
  await page.goto(`/return/${orderId}/${lineIds[0]}`)
  await chooseReason(page, ['Changed my mind'])
  await page.getByRole('button', { name: 'Submit' }).click()
  await expectStatus(page, 'Processing')
  return readNumber(page)
}

async function readNumber(page: Page): Promise<string> {
  return page
    .getByText(/^RT[A-Z0-9]{11}$/)
    .first()
    .innerText()
}

async function expectStatus(page: Page, word: string) {
  await expect(page.getByRole('heading', { name: word, exact: true })).toBeVisible()
}

async function drawPicture(name: string, background: string) {
  const buffer = await sharp({ create: { width: 900, height: 700, channels: 3, background } })
    .jpeg()
    .toBuffer()
  return { name, mimeType: 'image/jpeg', buffer }
}

async function enterTracking(page: Page, company = 'PostNord', number = 'LX482917306SE') {
  await page.getByLabel('Delivery Company').fill(company)
  await page.getByLabel('Tracking Number').fill(number)
  await page.getByRole('button', { name: 'Submit' }).click()
}

async function countReturns(page: Page): Promise<number> {
  const answer = await page.request.get('/rest/after_sale')
  return (await answer.json()).meta.pagination.total
}

async function readEvents(page: Page, name: string): Promise<object[]> {
  return page.evaluate((wanted) => (window.dataLayer ?? []).filter((one) => Reflect.get(one, 'event') === wanted), name)
}

test('takes two lines with pictures through a return: requested, approved, sent, received and refunded', async ({
  page,
}) => {
  const { email, orderId, lineIds } = await open(page, { handles: [skirt, jumper] })
  await page.goto(`/account/order/${orderId}`)
  await page.getByRole('link', { name: 'Apply for Return' }).first().click()
  await expect(page.getByRole('heading', { name: 'Refund Application' })).toBeVisible()
  expect(page.url()).toContain(`/return/${orderId}/${lineIds[0]}`)
  await expectAccessible(page)

  // Both items lack a reason. The reason of the first item is copied to the other item, which clears both messages.
  const more = page.getByRole('button', { name: 'Select products with the same return reason' })
  await more.click()
  await page.getByRole('dialog').getByRole('checkbox', { name: 'All' }).check()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Please select return reason')).toHaveCount(2)
  await expect(page.getByText('Please select return reason').first()).toBeInViewport()
  await chooseReason(page, ['Changed my mind'], 0)
  await expect(page.getByText('Please select return reason')).toHaveCount(0)
  await page.getByRole('button', { name: /^Remove/ }).click()
  await expect(page.getByLabel('Problem Description')).not.toHaveAttribute('required')
  await chooseReason(page, ['Size or fit', 'Others'])
  await expect(page.getByLabel('Problem Description')).toHaveAttribute('required')
  // The shipping was free, so no postage is mentioned.
  await expect(page.getByText('The postage you paid is not refunded.')).toHaveCount(0)

  await more.click()
  const sheet = page.getByRole('dialog', { name: 'Select products' })
  await sheet.getByRole('checkbox', { name: 'All' }).check()
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: /^Return Reason/ })).toHaveText([
    'Size or fit / Others',
    'Size or fit / Others',
  ])
  // A new reason for the first line does not change the other line. A line that is removed and added again gets the
  // first line's current reason.
  await chooseReason(page, ['Changed my mind'], 0)
  await expect(page.getByRole('button', { name: /^Return Reason/ })).toHaveText([
    'Changed my mind',
    'Size or fit / Others',
  ])
  await page.getByRole('button', { name: /^Remove/ }).click()
  await expect(page.getByRole('button', { name: /^Return Reason/ })).toHaveText(['Changed my mind'])
  await expect(page.getByRole('button', { name: 'Select products with the same return reason' })).toBeFocused()
  await page.keyboard.press('Enter')
  await sheet.getByRole('checkbox', { name: 'All' }).check()
  await sheet.getByRole('button', { name: 'Save' }).click()
  await chooseReason(page, ['Size or fit', 'Others'], 0)
  await page.getByRole('button', { name: 'Use this reason for the other items too' }).click()
  await expect(page.getByRole('button', { name: /^Return Reason/ })).toHaveText([
    'Size or fit / Others',
    'Size or fit / Others',
  ])
  await chooseReason(page, ['Quality', 'Fabric is thinner than expected'], 1)

  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('problem description is required')).toBeInViewport()
  await page.getByLabel('Problem Description').fill('The waist measures 3 cm less than the size guide says.')
  await page.getByLabel('Add a picture').setInputFiles(await drawPicture('waist.jpg', '#5d7c8a'))
  await expect(page.getByRole('img', { name: 'Picture 1' })).toBeVisible()
  await page.getByLabel('Add a picture').setInputFiles(await drawPicture('seam.jpg', '#b7603f'))
  await expect(page.getByText('2/5')).toBeVisible()
  for (const colour of ['#3f6f52', '#7a5f9a']) {
    await page.getByLabel('Add a picture').setInputFiles(await drawPicture('more.jpg', colour))
  }
  await expect(page.getByText('4/5', { exact: true })).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await expectNoHorizontalScroll(page)
  await expect(page.getByText('You get back').locator('xpath=following-sibling::*[1]')).toHaveText(/^\$\d+\.00$/)

  await page.reload()
  await expect(page.getByRole('button', { name: /^Return Reason/ })).toHaveText([
    'Size or fit / Others',
    'Quality / Fabric is thinner than expected',
  ])
  await expect(page.getByLabel('Problem Description')).toHaveValue(/3 cm less/)
  await expect(page.getByText('4/5', { exact: true })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Submit' }).dblclick()
  await expectStatus(page, 'Processing')
  await expect(page).toHaveURL(/\/returndetail\//)
  expect(await readEvents(page, 'return_submit')).toMatchObject([{ is_success: 1 }])
  expect(await countReturns(page)).toBe(1)
  await expect(page.getByText('We will reply within 48 hours by email.')).toBeVisible()
  await expect(page.getByText('Quality / Fabric is thinner than expected')).toBeVisible()
  await page.getByRole('button', { name: 'Picture 1' }).click()
  await expect(page.getByRole('dialog', { name: 'Pictures' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expectAccessible(page)

  const returnNo = await readNumber(page)
  // Staff approve one of two items. The parcel form appears, although the status of the whole return is still
  // Processing.
  await staff('approve', returnNo, '--item', '1')
  await expect(page.getByRole('timer')).toBeVisible()
  await expectStatus(page, 'Processing')
  await expect(page.getByRole('article').first()).toContainText('Returning')
  await expect(page.getByRole('article').nth(1)).toContainText('Processing')
  await expect(page.getByText('Harbor Returns')).toBeVisible()
  await staff('approve', returnNo, '--item', '2')
  await expectStatus(page, 'Returning')
  await expect(page.getByRole('group', { name: 'In this parcel' }).getByRole('checkbox')).toHaveCount(2)
  await expectAccessible(page)
  expect((await readMail(email, 'Please send your return')).text).toContain(returnNo)

  await enterTracking(page, 'UPS', 'LX4')
  await expect(page.getByText('Delivery Company should contain at least 4 characters')).toBeVisible()
  await expect(page.getByText('Please enter Tracking Number')).toBeVisible()
  await enterTracking(page)
  await expect(page.getByText(/^The waybill number was filled in successfully,The tracking number/)).toBeVisible()
  await expect(page.getByRole('timer')).toHaveCount(0)
  await expect(page.getByText('LX482917306SE')).toBeVisible()
  await expect(page.getByRole('button', { name: 'CANCEL RETURN' })).toHaveCount(0)

  await staff('receive', returnNo)
  await expectStatus(page, 'Refunding')
  await staff('refund', returnNo)
  await expectStatus(page, 'Refund Successful')
  await expect(page.getByText(/Refund \$\d+\.00/).first()).toBeVisible()
  await expectAccessible(page)
  expect((await readMail(email, 'Your refund for')).text).toContain('$')

  // The return page replaced the form in the history, so Back leads to the list.
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL(/\/account\/orderlist/)
})

test('shows the reason of a rejected return', async ({ page }) => {
  const returnNo = await requestReturn(page, await open(page, { handles: [skirt] }))
  await staff('reject', returnNo, 'The label has been removed.')
  await expectStatus(page, 'Return Failed')
  await expect(page.getByText('The label has been removed.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'CANCEL RETURN' })).toHaveCount(0)
  await expectAccessible(page)
})

test('lets a shopper cancel a return in process and after its approval', async ({ page }) => {
  const order = await open(page, { handles: [skirt] })
  await requestReturn(page, order)
  await page.getByRole('button', { name: 'CANCEL RETURN' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Do you really want to cancel the order?' })
  await dialog.getByRole('button', { name: 'No' }).click()
  await expect(dialog).toBeHidden()
  await expectStatus(page, 'Processing')
  await page.getByRole('button', { name: 'CANCEL RETURN' }).click()
  await dialog.getByRole('button', { name: 'Yes' }).click()
  await expectStatus(page, 'Cancel')
  await expect(page.getByRole('button', { name: 'CANCEL RETURN' })).toHaveCount(0)

  // The line is still within its return window and can be requested again.
  const returnNo = await requestReturn(page, order)
  await staff('approve', returnNo)
  await expectStatus(page, 'Returning')
  await page.getByRole('button', { name: 'CANCEL RETURN' }).click()
  await dialog.getByRole('button', { name: 'Yes' }).click()
  await expectStatus(page, 'Cancel')
  expect(await countReturns(page)).toBe(2)
})

test('closes the return automatically when the countdown reaches zero', async ({ page }) => {
  const { returnId } = await open(page, { handles: [skirt], expiresInSeconds: 12 })
  const asked: string[] = []
  await page.goto(`/returndetail/${returnId}`)
  await expect(page.getByRole('timer')).toBeVisible()
  page.on('request', (request) => {
    if (/\/rest\/after_sale\/\w/.test(request.url())) asked.push(request.url())
  })
  await expect(page.getByRole('heading', { name: 'Closed' })).toBeVisible()
  await expect(page.getByText('No tracking number came within 14 days, so this return was closed.')).toBeVisible()
  // The page loads the return once at zero, and once more because the shop closed the return.
  await waitUntilIdle(page)
  expect(asked.length).toBeLessThanOrEqual(2)
})

test("lets the shopper edit parcel data until the carrier's first scan", async ({ page }) => {
  const returnNo = await requestReturn(page, await open(page, { handles: [coat] }))
  await staff('approve', returnNo)
  await expectStatus(page, 'Returning')
  await enterTracking(page)
  await page.getByRole('button', { name: 'Edit' }).click()
  await enterTracking(page, '', 'LX1')
  await expect(page.getByText('Please enter Delivery Company')).toBeVisible()
  const reloaded = page.waitForRequest((request) => /\/rest\/after_sale\/\w+(\?|$)/.test(request.url()))
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await reloaded
  await expect(page.getByText('LX482917306SE')).toBeVisible()
  await page.getByRole('button', { name: 'Edit' }).click()
  await enterTracking(page, 'DHL Express', 'JD0146000092')
  await expect(page.getByText('JD0146000092')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit' })).toBeVisible()
  await staff('scan', returnNo)
  await expect(page.getByRole('button', { name: 'Edit' })).toHaveCount(0)
  await expect(page.getByText('JD0146000092')).toBeVisible()
})

test('shows why a refund failed, and shows when the refund succeeds later', async ({ page }) => {
  const returnNo = await requestReturn(page, await open(page, { handles: [jumper] }))
  await staff('keep', returnNo)
  await expectStatus(page, 'Refunding')
  await staff('fail', returnNo, 'Your bank turned the refund down.')
  await expectStatus(page, 'Refund Failed')
  await expect(page.getByText('Your bank turned the refund down.')).toBeVisible()
  await expectAccessible(page)
  await staff('retry', returnNo)
  await expectStatus(page, 'Refunding')
  await staff('refund', returnNo)
  await expectStatus(page, 'Refund Successful')
})

test('sends an upload and a request once, after a broken connection interrupted both', async ({
  page,
  context,
  expectConsole,
}) => {
  expectConsole(/ERR_INTERNET_DISCONNECTED|Failed to load resource/)
  const { orderId, lineIds } = await open(page, { handles: [skirt] })
  await page.clock.install()
  await page.goto(`/return/${orderId}/${lineIds[0]}`)
  await chooseReason(page, ['Quality', 'Arrived damaged or stained'])
  await page.getByLabel('Problem Description').fill('There is a stain on the hem.')
  await context.setOffline(true)
  await page.getByLabel('Add a picture').setInputFiles(await drawPicture('hem.jpg', '#7a8f3c'))
  await expect(page.getByRole('button', { name: 'Picture 1 failed, try again' })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('button', { name: 'Picture 1 failed, try again' })).toHaveCount(0)
  await expect(page.getByRole('progressbar')).toHaveCount(0)

  // The request arrives, but its response is lost.
  await page.route('**/rest/after_sale', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    await route.fetch()
    await route.abort('internetdisconnected')
  })
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('We couldn’t send your request. Please try again.')).toBeVisible()
  expect(await readEvents(page, 'return_submit')).toMatchObject([{ is_success: 0 }])
  await expect(page.getByLabel('Problem Description')).toHaveValue('There is a stain on the hem.')
  await page.unroute('**/rest/after_sale')
  await context.setOffline(true)
  // The clock moves past the debounce, which would ignore a second tap.
  await page.clock.fastForward(250)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect.poll(() => readEvents(page, 'return_submit')).toMatchObject([{ is_success: 0 }, { is_success: 0 }])
  await expect(page.getByText('We couldn’t send your request. Please try again.')).toBeInViewport()
  await context.setOffline(false)
  await page.clock.fastForward(250)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expectStatus(page, 'Processing')
  await expect(page.getByText('There is a stain on the hem.')).toBeVisible()
  expect(await countReturns(page)).toBe(1)
})

test('keeps the parcel input of a failed request, also in a new tab', async ({ page, context, expectConsole }) => {
  expectConsole(/ERR_INTERNET_DISCONNECTED|Failed to load resource/)
  const returnNo = await requestReturn(page, await open(page, { handles: [coat] }))
  await staff('approve', returnNo)
  await expectStatus(page, 'Returning')
  await page.route('**/rest/after_sale/shipment', (route) => route.abort('internetdisconnected'))
  await enterTracking(page)
  await expect(page.getByText('We couldn’t send your request. Please try again.')).toBeVisible()
  expect(await readEvents(page, 'parcel_submit')).toMatchObject([{ is_success: 0 }])
  const address = page.url()
  const other = await context.newPage()
  await other.goto(address)
  await expect(other.getByLabel('Tracking Number')).toHaveValue('LX482917306SE')
  await other.getByRole('button', { name: 'Submit' }).click()
  await expect(other.getByText('Parcel info')).toBeVisible()
  // The first tab learns of the change from the second tab.
  await expect(page.getByText('Parcel info')).toBeVisible()
})

test('restores an unfinished return request after the tab was closed', async ({ page, context }) => {
  const { orderId, lineIds } = await open(page, { handles: [skirt, jumper] })
  const address = `/return/${orderId}/${lineIds[1]}`
  await page.goto(address)
  await chooseReason(page, ['Changed my mind'])
  await page.getByLabel('Problem Description').fill('It is a very nice jumper, but too warm.')
  await page.close()
  const other = await context.newPage()
  await other.goto(address)
  await expect(other.getByRole('button', { name: /^Return Reason/ })).toHaveText('Changed my mind')
  await expect(other.getByLabel('Problem Description')).toHaveValue(/too warm/)
})

test('leads Back to the order that the return was opened from, else to the order list, and to the home page without history', async ({
  page,
  context,
}) => {
  const order = await open(page, { handles: [skirt] })
  await requestReturn(page, order)
  const { pathname } = new URL(page.url())
  await page.goto(`/account/order/${order.orderId}`)
  await page.getByRole('link', { name: 'View Return' }).click()
  await expect(page).toHaveURL(/fromOrderDetail=1/)
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL(new RegExp(`/account/order/${order.orderId}`))
  // From the Returns tab, opening the return adds one history entry. Back returns through this entry and adds none.
  await page.goto('/account/orderlist')
  await page.getByRole('tab', { name: /^Returns/ }).click()
  const steps = await page.evaluate(() => history.length)
  await page.locator('a[href^="/returndetail/"]').first().click()
  await expect(page.getByRole('heading', { name: 'Return Details' })).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL(/\/account\/orderlist\?return=1$/)
  expect(await page.evaluate(() => history.length)).toBe(steps + 1)
  const alone = await context.newPage()
  // The history of the new tab contains its empty start page, but no page of the shop.
  await alone.goto(pathname)
  expect(await alone.evaluate(() => history.length)).toBeGreaterThan(1)
  await alone.getByRole('button', { name: 'Back' }).click()
  await expect(alone).toHaveURL(/\/account\/orderlist$/)
  const [opened] = await Promise.all([
    context.waitForEvent('page'),
    page.evaluate((path) => void window.open(path, '_blank', 'noopener'), pathname),
  ])
  expect(await opened.evaluate(() => history.length)).toBe(1)
  await opened.getByRole('button', { name: 'Back' }).click()
  await expect.poll(() => new URL(opened.url()).pathname).toBe('/')
  // Pages that were opened directly lead to the home page, so that the back arrows of two pages never form a loop.
  const line = `${order.orderId}/${order.lineIds[0]}`
  for (const path of [`/account/order/${order.orderId}`, `/return/${line}`, `/account/review/${line}?view=1`]) {
    await alone.goto(path)
    const before = await alone.evaluate(() => history.length)
    await alone.getByRole('button', { name: 'Back' }).click()
    await expect.poll(() => new URL(alone.url()).pathname).toBe('/')
    expect(await alone.evaluate(() => history.length)).toBe(before)
  }
})

test("redirects from another shopper's return and from a non-returnable line, and asks a guest to sign in", async ({
  page,
  expectConsole,
}) => {
  expectConsole(/404|401/)
  const first = await open(page, { handles: [skirt] })
  await requestReturn(page, first)
  const detail = page.url()
  await page.goto(`/return/${first.orderId}/${first.lineIds[0]}`)
  await expect(page.getByText('A return for this item is already under way')).toBeVisible()
  await expect(page.getByRole('link', { name: 'View Return' })).toBeVisible()
  await open(page, { handles: [skirt] })
  await page.goto(detail)
  await expect(page.getByText('We couldn’t find this return')).toBeVisible()
  await page.context().clearCookies()
  await page.goto(detail)
  await expect(page.getByRole('dialog').first()).toBeVisible()
})

for (const look of ['dark', 'narrow'] as const) {
  test(`shows an accessible request and return in ${look}`, async ({ page }) => {
    if (look === 'dark') await page.emulateMedia({ colorScheme: 'dark' })
    else await page.setViewportSize({ width: 320, height: 640 })
    const order = await open(page, { handles: [skirt, jumper] })
    await page.goto(`/return/${order.orderId}/${order.lineIds[0]}`)
    await expectAccessible(page)
    const isWide = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
    expect(await isWide()).toBe(false)
    const returnNo = await requestReturn(page, order)
    await staff('approve', returnNo)
    await expectStatus(page, 'Returning')
    await expectAccessible(page)
    expect(await isWide()).toBe(false)
  })
}
