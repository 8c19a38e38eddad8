import { expect, expectAccessible, signIn, test } from './support/test.ts'

test('shows pictures, price, options and the return rule, and adds to the cart', async ({ page }) => {
  await page.goto('/products/ebb-wrap-midi-dress')
  await expect(page.getByRole('heading', { name: 'Ebb Wrap Midi Dress' })).toBeVisible()
  await expect(page.getByText('$128.00')).toBeVisible()
  await expect(page.getByText('$160.00')).toBeVisible()
  await expect(page.getByText('Limited-time discount')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Add to cart' }).click()
  await expect(page.getByText('Please choose one')).toBeVisible()
  await page.getByText('M', { exact: true }).click()
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await expect(page.getByText('In your cart: 1 piece')).toBeVisible()

  await page.getByText('Returns', { exact: true }).click()
  await expect(page.getByText('You can send it back within 15 days of delivery.')).toBeVisible()
})

test('scrolls to the picture of a chosen color, and opens a picture full screen', async ({ page }) => {
  await page.goto('/products/ebb-wrap-midi-dress')
  const ink = page.getByRole('button', { name: 'Ebb Wrap Midi Dress in Ink' })
  await page.getByText('Ink', { exact: true }).click()
  await expect(page.getByRole('radio', { name: 'Ink' })).toBeChecked()
  await expect(ink).toBeInViewport({ ratio: 0.5 })
  await ink.click()
  const viewer = page.getByRole('dialog', { name: 'Pictures' })
  await expect(viewer.getByText('3/3')).toBeVisible()
  await viewer.getByRole('button', { name: 'Close' }).click()
  await expect(viewer).toBeHidden()
})

test('shows US shoe sizes with a guide, and prices in the chosen currency', async ({ page, baseURL }) => {
  await page.context().addCookies([{ name: 'currency', value: 'EUR', url: baseURL ?? '' }])
  await page.goto('/products/lantern-bow-kitten-heel')
  await expect(page.getByText('US 7.5', { exact: true })).toBeVisible()
  await expect(page.getByText(/€/).first()).toBeVisible()
  await page.getByRole('button', { name: 'Size guide' }).click()
  const guide = page.getByRole('dialog', { name: 'Size guide' })
  await expect(guide.getByRole('row').filter({ hasText: '38' })).toContainText('7.5')
  await expectAccessible(page)
  // The code of the size guide loaded after the tap, and closing the guide still returns the focus to its button.
  await page.keyboard.press('Escape')
  await expect(guide).toBeHidden()
  await expect(page.getByRole('button', { name: 'Size guide' })).toBeFocused()
})

test('shows that a product is sold out or expired, and offers no way to buy it', async ({ page }) => {
  await page.goto('/products/ebb-wrap-midi-dress')
  await page.getByText('Sage', { exact: true }).click()
  await page.getByText('XS', { exact: true }).click()
  await expect(page.getByRole('button', { name: 'Sold out', exact: true })).toBeDisabled()
  await page.goto('/products/rowan-cord-trousers')
  await expect(page.getByRole('button', { name: 'Expired', exact: true })).toBeDisabled()
})

test('says why a product cannot be returned', async ({ page }) => {
  await page.goto('/products/cove-tie-shoulder-swimsuit')
  await page.getByText('Returns', { exact: true }).click()
  await expect(page.getByText('Items of this category cannot be returned')).toBeVisible()
})

test('filters and pages the reviews of a product', async ({ page }) => {
  await signIn(page)
  await page.goto('/products/ebb-wrap-midi-dress')
  const reviews = page.getByRole('region', { name: 'Reviews' })
  await expect(reviews.getByText(/^\d+ reviews$/)).toBeVisible()
  // The stars are drawn in half steps, and the number that screen readers announce is exact.
  const rating = page.getByRole('link', { name: /reviews$/ }).and(page.locator('[href="#reviews"]'))
  const figure = await rating.getByText(/^[1-4]\.\d$/).innerText()
  for (const place of [rating, reviews]) {
    await expect(place.getByRole('img', { name: `${figure} of 5`, exact: true }).first()).toBeVisible()
  }
  await expect(reviews.getByText('How it fits')).toBeVisible()
  await reviews.getByRole('button', { name: '5 stars' }).click()
  await expect(reviews.getByRole('img', { name: /^[123](\.5)? of 5$/ }).and(reviews.locator('article *'))).toHaveCount(
    0,
  )
})

test('answers an unknown product with 404', async ({ page, expectConsole }) => {
  expectConsole(/404/)
  const answer = await page.goto('/products/no-such-thing')
  expect(answer?.status()).toBe(404)
  await expect(page.getByText('Page not found')).toBeVisible()
})
