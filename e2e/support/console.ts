import { expect, type Page } from '@playwright/test'

/** Somebody of the shop is signed in, without the page for it. */
export async function signInStaff(page: Page, who: 'owner' | 'support' | 'warehouse' | 'marketing') {
  const origin = process.env.HARBOR_URL ?? ''
  const data = { email: `${who}@harbor.test`, password: 'Harbor2026-staff' }
  const answer = await page.request.post('/staff-api/v1/sign-in', { data, headers: { origin, 'x-staff': '1' } })
  expect(answer.status(), await answer.text()).toBe(200)
}

/** Opens a screen of the console; keys and clicks count once it runs. */
export async function openConsole(page: Page, path: string) {
  // Its pictures may come later.
  await page.goto(path, { waitUntil: 'commit' })
  await waitForConsole(page)
}

export const waitForConsole = (page: Page) => expect(page.locator('html[data-hydrated]')).toBeAttached()

/** A call of the staff API as the signed-in person, as a screen makes it. */
export async function callStaff<T = unknown>(
  page: Page,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  data?: object,
): Promise<T> {
  const headers = {
    origin: process.env.HARBOR_URL ?? '',
    'x-staff': '1',
    ...((method === 'PATCH' || method === 'DELETE') && { 'if-match': '*' }),
  }
  const answer = await page.request.fetch(`/staff-api/v1${path}`, { method, headers, ...(data && { data }) })
  const text = await answer.text()
  expect(answer.ok(), text).toBe(true)
  return (text ? JSON.parse(text).data : undefined) as T
}
