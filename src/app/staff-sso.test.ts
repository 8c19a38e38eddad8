import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import { Hono } from 'hono'
import Provider from 'oidc-provider'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { addSso } from '#features/staff/server/sso.http.ts'
import { staffMembers } from '#features/staff/server/staff.tables.ts'
import { testShop } from '#testing/test-shop.ts'

const shop = testShop()
const people: Record<string, { email: string; email_verified: boolean; name: string; roles: string[] }> = {
  ada: { email: 'ada@company.example', email_verified: true, name: 'Ada', roles: ['crew', 'support', 'manager'] },
  bob: { email: 'bob@company.example', email_verified: true, name: 'Bob', roles: ['crew'] },
  eve: { email: 'ada@company.example', email_verified: true, name: 'Eve', roles: ['owner'] },
  una: { email: 'una@company.example', email_verified: false, name: 'Una', roles: ['owner'] },
}
let issuer = ''
let close = async () => {}
let app: Hono

beforeAll(async () => {
  // The provider warns that it keeps its keys in memory; here that is meant.
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.spyOn(console, 'info').mockImplementation(() => {})
  const http = await import('node:http')
  const server = http.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'harbor',
        client_secret: 'a secret of the provider',
        redirect_uris: ['http://harbor.test/staff/sso/callback'],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'roles'] },
    findAccount: (_, id) => ({ accountId: id, claims: async () => ({ sub: id, ...people[id] }) }),
    cookies: { keys: ['test'] },
    pkce: { required: () => true },
  })
  server.on('request', provider.callback())
  close = async () => void server.close()
  app = new Hono()
  addSso(app, shop.shop, { issuer, clientId: 'harbor', clientSecret: 'a secret of the provider', rolesClaim: 'roles' })
})
afterAll(() => close())

const visitorIp = '10.88.1.1'
const cookiesOf = (answer: Response) => answer.headers.getSetCookie().map((one) => one.split(';')[0] ?? '')

/** Goes to the provider, signs in there as somebody, and comes back with what it gave along. */
async function come(login: string, change = (search: string) => search) {
  const start = await app.request('/staff/sso/start', {}, { visitorIp })
  const own = cookiesOf(start).join('; ')
  const jar = new Map<string, string>()
  let address = start.headers.get('location') ?? ''
  let form: URLSearchParams | undefined
  for (let step = 0; step < 12 && !address.startsWith('http://harbor.test'); step++) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer: Response = await fetch(address, {
      redirect: 'manual',
      headers: { cookie },
      ...(form && { method: 'POST', body: form }),
    })
    for (const one of cookiesOf(answer)) jar.set(one.slice(0, one.indexOf('=')), one.slice(one.indexOf('=') + 1))
    form = undefined
    const next = answer.headers.get('location')
    if (next) address = new URL(next, address).href
    else {
      const page = await answer.text()
      address = new URL(/action="([^"]+)"/.exec(page)?.[1] ?? '', address).href
      const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1] ?? ''
      form = new URLSearchParams({ prompt, login, password: 'any' })
    }
  }
  const { pathname, search } = new URL(address)
  const back = await app.request(pathname + change(search), { headers: { cookie: own } }, { visitorIp })
  return {
    page: await back.text(),
    isIn: back.headers.getSetCookie().some((one) => /^staff_session=[\w-]{43}/.test(one)),
  }
}

test('whoever the provider knows comes in, with the role of the claim that may most, and is the same the next time', async () => {
  const { page, isIn } = await come('ada')
  expect(page).toContain('You are signed in')
  expect(isIn).toBe(true)
  const read = () => shop.shop.db.select().from(staffMembers).where(eq(staffMembers.email, 'ada@company.example'))
  expect(await read()).toMatchObject([{ name: 'Ada', roleId: 'manager', passwordHash: null }])
  people.ada?.roles.pop()
  await come('ada')
  expect(await read()).toMatchObject([{ roleId: 'support' }])
})

test('no role, an address that is not confirmed, and somebody else’s address open nothing', async () => {
  expect(await come('bob')).toMatchObject({ isIn: false, page: expect.stringContaining('no role') })
  expect(await come('una')).toMatchObject({ isIn: false, page: expect.stringContaining('no confirmed address') })
  expect(await come('eve')).toMatchObject({ isIn: false, page: expect.stringContaining('Somebody else') })
})

test('an answer that this browser did not ask for opens nothing', async () => {
  const { isIn } = await come('ada', (search) => search.replace(/state=[^&]+/, 'state=another'))
  expect(isIn).toBe(false)
})

test('whoever is disabled stays out', async () => {
  await shop.shop.db.update(staffMembers).set({ disabledAt: shop.clock.now() })
  expect(await come('ada')).toMatchObject({ isIn: false, page: expect.stringContaining('any more') })
})
