import { expect, expectAccessible, test } from '../support/test.ts'
import { openScene } from './open-scene.ts'

test('keeps the focus inside the sheet, and returns the focus when Escape closes the sheet', async ({ page }) => {
  await openScene(page, 'overlays')
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

test('closes after a tap beside the sheet or a pull on its header, while the page behind does not move', async ({
  page,
}) => {
  await openScene(page, 'overlays')
  const sheet = page.getByRole('dialog', { name: 'Sign In / Register' })
  const opener = page.getByRole('button', { name: 'Open sheet' })

  await opener.click()
  await expect(sheet).toBeVisible()
  const scrolled = await page.evaluate(() => scrollY)
  await page.mouse.move(195, 60)
  await page.mouse.wheel(0, 600)
  expect(await page.evaluate(() => scrollY)).toBe(scrolled)
  await page.mouse.click(195, 60)
  await expect(sheet).toBeHidden()

  await opener.click()
  const title = sheet.getByText('Harbor')
  await expect(sheet.getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 })
  // The test waits until the sheet has slid in, because a tap on a moving position would miss.
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

test('shows and announces a toast above the sheet, whose content is accessible', async ({ page }) => {
  await openScene(page, 'overlays')
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

test('answers a question with No, Yes and Escape', async ({ page }) => {
  await openScene(page, 'overlays')
  const opener = page.getByRole('button', { name: 'Open question' })
  const question = page.getByRole('alertdialog', { name: 'Do you really want to cancel the order?' })
  // The keyboard opens the question, because the toast of the countdown may cover the button.
  await opener.press('Enter')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'No' }).click()
  await expect(question).toBeHidden()
  await opener.press('Enter')
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(opener).toBeFocused()
  await opener.press('Enter')
  // A toast disappears after a while. On a busy machine the toast may be gone before the click returns.
  const isTold = expect(page.getByRole('status').getByText('Cancelled')).toBeVisible()
  await question.getByRole('button', { name: 'Yes' }).click()
  await isTold
})

test('closes the top sheet with Back and stays on the page, and leaves no history entry when closed in another way', async ({
  page,
}) => {
  await openScene(page, 'sheets')
  const address = page.url()
  const depth = () => page.evaluate(() => history.state?.modalDepth ?? 0)
  const sheet = (name: string) => page.getByRole('dialog', { name })
  const open = async (from: string, name: string) => {
    await page.getByRole('button', { name: from }).click()
    await expect(sheet(name)).toBeVisible()
  }
  const before = await page.evaluate(() => history.length)

  await open('Open first', 'First')
  await open('Open second', 'Second')
  await expect.poll(depth).toBe(2)
  await page.goBack()
  await expect(sheet('Second')).toBeHidden()
  await expect(sheet('First')).toBeVisible()
  await page.goBack()
  await expect(sheet('First')).toBeHidden()
  expect(page.url()).toBe(address)

  // Forward opens no sheet and stays on the page.
  await page.goForward()
  await expect.poll(depth).toBe(0)
  await expect(sheet('First')).toBeHidden()

  for (const close of [
    () => sheet('First').getByRole('button', { name: 'Close' }).click(),
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(195, 20),
  ]) {
    await open('Open first', 'First')
    await expect.poll(depth).toBe(1)
    await close()
    await expect(sheet('First')).toBeHidden()
    await expect.poll(depth).toBe(0)
  }

  // A sheet that is replaced passes its history entry to the next sheet.
  await open('Open first', 'First')
  await open('Open other', 'Other')
  await expect.poll(depth).toBe(1)
  await page.reload()
  await expect(page.locator('[data-ready]')).toBeAttached()
  await expect.poll(depth).toBe(0)
  await expect(sheet('Other')).toBeHidden()
  expect(await page.evaluate(() => history.length)).toBeLessThanOrEqual(before + 2)
  expect(page.url()).toBe(address)
})
