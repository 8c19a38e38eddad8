import { expect, test } from './support/test.ts'

for (const [currency, language] of [
  ['QQQ', 'xx'],
  ['eur', 'DE'],
  ['%ff', '%00'],
]) {
  test(`ignores currency ${currency} and language ${language} in the cookies`, async ({ page, baseURL }) => {
    const url = process.env.HARBOR_URL ?? baseURL ?? ''
    await page.context().addCookies([
      { name: 'currency', value: currency ?? '', url },
      { name: 'language', value: language ?? '', url },
    ])
    await page.goto('/account/setting')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await expect(page.getByRole('link', { name: 'Language' })).toContainText('English')
    await expect(page.getByRole('link', { name: 'Currency' })).toHaveText(/USD$/)
    await page.getByRole('link', { name: 'Currency' }).click()
    await expect(page.getByRole('option', { selected: true })).toHaveText(/^USD/)
    await page.getByRole('option', { name: /EUR/ }).click()
    await expect(page.getByRole('link', { name: 'Currency' })).toHaveText(/EUR$/)
    await page.reload()
    await expect(page.getByRole('link', { name: 'Currency' })).toHaveText(/EUR$/)
  })
}
