import type { Context, Hono } from 'hono'
import { type Problem, staffApiRoot, staffHeader } from '#contract/calls/staff-call.ts'
import { staffHomeLink, staffSignInLink, staffStartLink } from '#features/staff/staff-links.ts'
import { readBounded } from '#server/http/bodies.ts'
import { readIp } from '#server/http/request.ts'
import { toProblem } from '#server/http/staff/staff-problems.ts'
import type { Shop } from '#server/shop.ts'
import { createStaffPageAnswer, type LoadStaffPages } from './show-staff-page.ts'

export type FormParts = {
  shop: Shop
  api: Hono<{ Bindings: { visitorIp?: string } }>
  loadPages: LoadStaffPages
}
type Answered<T> = { data: T; problem: null } | { data: null; problem: Problem }
export type StaffForms = ReturnType<typeof createStaffForms>

/** Creates the shared parts of the plain pages: calls of the staff API, page responses, and posted forms. */
export function createStaffForms(app: Hono, { shop, api, loadPages }: FormParts) {
  const show = createStaffPageAnswer(shop, loadPages)

  /** Makes a call as a program would, with the visitor's cookies in both directions. */
  async function call<T>(c: Context, method: string, path: string, body?: object): Promise<Answered<T>> {
    const forwarded = ['cookie', 'origin', 'sec-fetch-site', 'user-agent', 'host'].flatMap((name) => {
      const value = c.req.header(name)
      return value ? [[name, value] as const] : []
    })
    const headers = { ...Object.fromEntries(forwarded), [staffHeader]: '1', 'content-type': 'application/json' }
    const visitorIp = readIp(c, shop.trustedProxies)
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    const answer = await api.request(staffApiRoot + path, init, { visitorIp })
    for (const cookie of answer.headers.getSetCookie()) c.header('set-cookie', cookie, { append: true })
    if (answer.status === 204) return { data: undefined as T, problem: null }
    const said: { data: T } & Problem = await answer.json()
    return answer.ok ? { data: said.data, problem: null } : { data: null, problem: said }
  }

  /**
   * Returns the first page after the sign-in. Staff who can open the shop see the setup page until the shop accepts
   * orders.
   */
  async function findHome(c: Context): Promise<string> {
    const { data } = await call<{ takes_orders: boolean }>(c, 'GET', '/setup')
    return data && !data.takes_orders ? staffStartLink : staffHomeLink
  }

  /** Responds with the refusal and a link to another page. */
  const showFailed = (c: Context, href: string, label: string, problem: Problem | null) =>
    show(c, { name: 'failed', way: { href, label } }, problem)

  /** Handles a posted form. A body that is larger than any of these forms is not read completely. */
  function post(path: string, answer: (c: Context, typed: (name: string) => string) => Response | Promise<Response>) {
    app.post(path, async (c) => {
      try {
        const bytes = await readBounded(c.req.raw, shop.bounds.bodyJson)
        const form = new URLSearchParams(new TextDecoder().decode(bytes))
        return await answer(c, (name) => form.get(name) ?? '')
      } catch (error) {
        return showFailed(c, staffSignInLink, 'Sign in', toProblem(error).problem)
      }
    })
  }

  return { app, shop, call, findHome, show, showFailed, post }
}
