import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from './support/test.ts'

async function openGallery(page: Page, search = '') {
  await page.goto(`/gallery${search}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Components and states' })).toBeVisible()
  await expect(page.locator('[data-ready]')).toBeVisible()
}

async function expectNoSidewaysScroll(page: Page) {
  const { content, window } = await page.evaluate(() => ({
    content: document.documentElement.scrollWidth,
    window: document.documentElement.clientWidth,
  }))
  expect(content, 'the page is wider than the window').toBeLessThanOrEqual(window)
}

test.describe('every part in every state', () => {
  test('shuts nobody out in light', async ({ page }) => {
    await openGallery(page)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  })

  test('shuts nobody out in dark', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await openGallery(page)
    await expectAccessible(page)
  })

  test('is mirrored in right-to-left text', async ({ page }) => {
    await openGallery(page, '?dir=rtl')
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    const back = await page.getByRole('button', { name: 'Back', exact: true }).boundingBox()
    expect(back?.x, 'the back arrow stands at the right').toBeGreaterThan(300)
  })

  test('fits a window of 320 px', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await openGallery(page)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  })

  test('fits letters of twice the size', async ({ page }) => {
    await page.addInitScript(() => {
      document.addEventListener('DOMContentLoaded', () => {
        const larger = new CSSStyleSheet()
        larger.replaceSync(':root { font-size: 200% }')
        document.adoptedStyleSheets.push(larger)
      })
    })
    await openGallery(page)
    await expectNoSidewaysScroll(page)
  })

  test('stands in the middle of a wide window', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 900 })
    await openGallery(page)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  })
})

test('tabs: arrows, Home and End choose, one stop for the Tab key', async ({ page }) => {
  await openGallery(page)
  const tabs = page.getByRole('tablist', { name: 'Order status' })
  await tabs.getByRole('tab', { name: 'All' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(tabs.getByRole('tab', { name: 'Unpaid 2' })).toBeFocused()
  await expect(tabs.getByRole('tab', { name: 'Unpaid 2' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('End')
  const last = tabs.getByRole('tab', { name: 'Returns 1' })
  await expect(last).toBeFocused()
  await expect(last).toBeInViewport({ ratio: 0.9 })
  await page.keyboard.press('ArrowRight')
  await expect(tabs.getByRole('tab', { name: 'All' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(tabs.getByRole('tab', { selected: false }).first()).not.toBeFocused()
  await expect(page.getByRole('button', { name: 'Show the bottom bar' })).toBeFocused()
})

test('tabs: in right-to-left text the left arrow goes forward', async ({ page }) => {
  await openGallery(page, '?dir=rtl')
  const tabs = page.getByRole('tablist', { name: 'Order status' })
  await tabs.getByRole('tab', { name: 'All' }).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(tabs.getByRole('tab', { name: 'Unpaid 2' })).toBeFocused()
})

test('sheet: focus stays inside, Escape closes and gives it back', async ({ page }) => {
  await openGallery(page)
  const opener = page.getByRole('button', { name: 'Open sheet' })
  await opener.focus()
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Sign In / Register' })
  await expect(sheet).toBeVisible()
  await expect(sheet.getByRole('button', { name: 'Close' })).toBeFocused()
  for (let presses = 0; presses < 12; presses += 1) {
    await page.keyboard.press('Tab')
    expect(await sheet.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  }
  await page.keyboard.press('Shift+Tab')
  expect(await sheet.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(opener).toBeFocused()
})

test('sheet: a tap beside it and a pull on its head close it, the page behind stays still', async ({ page }) => {
  await openGallery(page)
  const sheet = page.getByRole('dialog', { name: 'Sign In / Register' })
  const opener = page.getByRole('button', { name: 'Open sheet' })

  await opener.click()
  await expect(sheet).toBeVisible()
  const scrolled = await page.evaluate(() => scrollY)
  await page.mouse.move(195, 60)
  await page.mouse.wheel(0, -600)
  expect(await page.evaluate(() => scrollY)).toBe(scrolled)
  await page.mouse.click(195, 60)
  await expect(sheet).toBeHidden()

  await opener.click()
  const title = sheet.getByText('Harbor')
  await expect(sheet.getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 })
  // The sheet is on its way up at first: a box that still moves would be missed.
  await sheet.evaluate((element) => Promise.all(element.getAnimations().map((move) => move.finished)))
  const at = await title.boundingBox()
  if (!at) throw new Error('The title has no box.')
  await page.mouse.move(at.x, at.y + 5)
  await page.mouse.down()
  await page.mouse.move(at.x, at.y + 60, { steps: 4 })
  await page.mouse.move(at.x, at.y + 160, { steps: 4 })
  await page.mouse.up()
  await expect(sheet).toBeHidden()
})

test('sheet: a toast is seen and heard above it, and its contents shut nobody out', async ({ page }) => {
  await openGallery(page)
  await page.getByRole('button', { name: 'Open sheet' }).click()
  const sheet = page.getByRole('dialog', { name: 'Sign In / Register' })
  await sheet.getByRole('button', { name: 'Log in' }).click()
  await expect(sheet.getByRole('status')).toHaveText('Signed in')
  const isOnTop = await sheet.getByText('Signed in').evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return document.elementFromPoint(x + width / 2, y + height / 2) === element
  })
  expect(isOnTop, 'the toast lies on top').toBe(true)
  await expectAccessible(page)
})

test('question: No, Yes and Escape answer it', async ({ page }) => {
  await openGallery(page)
  const opener = page.getByRole('button', { name: 'Open question' })
  const question = page.getByRole('alertdialog', { name: 'Do you really want to cancel the order?' })
  // By the keyboard: the toast of the countdown may lie over the button just now.
  await opener.press('Enter')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'No' }).click()
  await expect(question).toBeHidden()
  await opener.press('Enter')
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(opener).toBeFocused()
  await opener.press('Enter')
  // A toast goes by itself: on a crowded machine it may be gone before a click has come back.
  const isTold = expect(page.getByRole('status').getByText('Cancelled')).toBeVisible()
  await question.getByRole('button', { name: 'Yes' }).click()
  await isTold
})

test('picker: arrows move, Enter chooses', async ({ page }) => {
  await openGallery(page)
  const field = page.getByRole('button', { name: /^Question type/ })
  await field.click()
  const list = page.getByRole('listbox', { name: 'Question type' })
  await list.getByRole('option', { name: 'Track my order' }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(list.getByRole('option', { name: 'Parcel is stuck in transit' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(list).toBeHidden()
  await expect(field).toHaveAccessibleName('Question type Parcel is stuck in transit')
  await expect(field).toBeFocused()
})

test('menu: opens by key, arrows move, Escape gives focus back, outside taps and scrolling close it', async ({
  page,
}) => {
  await openGallery(page)
  const button = page.getByRole('button', { name: 'More', exact: true })
  const menu = page.getByRole('menu', { name: 'More' })
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(menu.getByRole('menuitem', { name: 'Repurchase' })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('ArrowDown')
  await expect(menu.getByRole('menuitem', { name: 'View logistics' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(button).toBeFocused()

  await button.click()
  await expect(menu).toBeVisible()
  await page.mouse.click(380, 300)
  await expect(menu).toBeHidden()

  await button.click()
  await expect(menu).toBeVisible()
  await page.mouse.wheel(0, 120)
  await expect(menu).toBeHidden()

  await button.click()
  await menu.getByRole('menuitem', { name: 'Repurchase' }).click()
  await expect(menu).toBeHidden()
  await expect(page.getByRole('status').getByText('Repurchase')).toBeVisible()
})

test('stars: half steps by key and by tap, with the value in words', async ({ page }) => {
  await openGallery(page)
  const rating = page.getByRole('slider', { name: 'Rating' })
  await rating.focus()
  await expect(rating).toHaveAttribute('aria-valuetext', '4.5 of 5')
  await page.keyboard.press('ArrowRight')
  await expect(rating).toHaveAttribute('aria-valuenow', '5')
  await page.keyboard.press('Home')
  await expect(rating).toHaveAttribute('aria-valuenow', '0.5')
  await page.keyboard.press('PageUp')
  await expect(rating).toHaveAttribute('aria-valuenow', '1.5')
  const box = await rating.boundingBox()
  if (!box) throw new Error('The stars have no box.')
  await rating.click({ position: { x: box.width * 0.45, y: box.height / 2 } })
  await expect(rating).toHaveAttribute('aria-valuenow', '2.5')
  await expect(page.getByText('2.5 of 5')).toBeVisible()
})

test('password: the eye shows and hides it and says so', async ({ page }) => {
  await openGallery(page)
  const field = page.getByLabel('New password')
  const eye = page.getByRole('button', { name: 'Show password' }).first()
  await field.fill('seaglass24')
  await expect(field).toHaveAttribute('type', 'password')
  await expect(eye).toHaveAttribute('aria-pressed', 'false')
  await field.focus()
  await page.keyboard.press('Tab')
  await expect(eye).toBeFocused()
  await page.keyboard.press('Space')
  await expect(field).toHaveAttribute('type', 'text')
  await expect(eye).toHaveAttribute('aria-pressed', 'true')
  await expect(field).toHaveValue('seaglass24')
  const size = await eye.boundingBox()
  expect(Math.min(size?.width ?? 0, size?.height ?? 0), 'the eye is large enough to touch').toBeGreaterThanOrEqual(44)
})

test('pictures: added one at a time, and the tile goes at five', async ({ page }) => {
  await openGallery(page)
  const input = page.getByLabel('Add a picture')
  const picture = { name: 'dress.png', mimeType: 'image/png', buffer: Buffer.from([137, 80, 78, 71]) }
  await input.setInputFiles(picture)
  await expect(page.getByText('4/5', { exact: true })).toBeVisible()
  await input.setInputFiles(picture)
  await expect(input).toBeHidden()
  await page.getByRole('button', { name: 'Remove picture 5' }).click()
  await expect(page.getByText('4/5', { exact: true })).toBeVisible()
})

test('a busy button keeps its width', async ({ page }) => {
  await openGallery(page)
  const button = page.getByRole('button', { name: 'Become busy' })
  const before = await button.boundingBox()
  await button.click()
  await expect(button).toHaveAttribute('aria-busy', 'true')
  expect((await button.boundingBox())?.width).toBe(before?.width)
})

test('countdown: reaches zero once and tells its owner', async ({ page }) => {
  await openGallery(page)
  await expect(page.getByRole('status').getByText('Time is up')).toBeVisible()
  await expect(page.getByRole('status').getByText('Time is up')).toBeHidden()
  await expect(page.getByRole('timer').first()).toHaveAccessibleName('6 days and 21 hours left')
})

test('copy: says whether it worked', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openGallery(page)
  await page.getByRole('button', { name: 'Copy Order No.' }).click()
  await expect(page.getByRole('status').getByText('Copy successfully')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('HB25091830217')
})
