import { expect, type Page } from '@playwright/test'

/** Signs a member in without the sign-in page. */
export async function signInStaff(page: Page, who: 'owner' | 'support' | 'warehouse' | 'marketing') {
  const origin = process.env.HARBOR_URL ?? ''
  const data = { email: `${who}@harbor.test`, password: 'Harbor2026-staff' }
  const answer = await page.request.post('/staff-api/v1/sign-in', { data, headers: { origin, 'x-staff': '1' } })
  expect(answer.status(), await answer.text()).toBe(200)
}

/** Opens a screen of the console and waits until it reacts to keys and clicks. */
export async function openConsole(page: Page, path: string) {
  // Pictures of the page may load later.
  await page.goto(path, { waitUntil: 'commit' })
  await waitForConsole(page)
}

export const waitForConsole = (page: Page) => expect(page.locator('html[data-hydrated]')).toBeAttached()

/** Makes a call of the staff API as the signed-in member, as a screen does. */
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
