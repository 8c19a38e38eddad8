import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import type { Problem } from '#contract/calls/staff-call.ts'
import { readSetting } from '#features/settings/server/settings.service.ts'
import type { StaffFormPage, StaffFormPageView } from '#features/staff/staff-page.rules.ts'
import { toContentStatus } from '#server/http/compress.ts'
import { knownByNonce, pagePolicy } from '#server/http/headers.ts'
import type { Shop } from '#server/shop.ts'

/** Loads the code that renders the pages on first use. Also returns the addresses of the console's style sheets. */
export type LoadStaffPages = () => Promise<{ renderStaffPage: (view: StaffFormPageView) => string; styles: string[] }>

/** Returns a function that responds with one of the pages outside of the console's frame. */
export function createStaffPageAnswer(shop: Shop, loadPages: LoadStaffPages) {
  return async (c: Context, page: StaffFormPage, problem: Problem | null = null) => {
    const shopName = await readSetting(shop.db, 'site_name')
    const { renderStaffPage, styles } = await loadPages()
    const nonce = randomBytes(16).toString('base64')
    c.header('content-security-policy', pagePolicy(knownByNonce(nonce)))
    c.header('cache-control', 'no-store')
    c.header('x-robots-tag', 'noindex')
    const status = toContentStatus(problem?.status ?? 200)
    return c.html(renderStaffPage({ page, problem, shopName, nonce, styles }), status)
  }
}
