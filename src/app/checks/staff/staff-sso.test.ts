import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import { Hono } from 'hono'
import Provider from 'oidc-provider'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { minuteMs } from '#contract/times/times.ts'
import { renderStaffPage } from '#features/staff/console/pages/staff-page.tsx'
import { addSso } from '#features/staff/server/sign-in/sso.http.ts'
import { staffMembers } from '#features/staff/server/staff.tables.ts'
import { signOutStaff } from '#features/staff/sign-in.staff.contract.ts'
import { newId } from '#server/database/ids.ts'
import { testStaff } from '#testing/staff.ts'
import { testShop } from '#testing/test-shop.ts'

const shop = testShop()
type Claims = { email?: string; email_verified?: unknown; name: string; roles: string[] }
/** Claims that are only in the ID token, by login. */
const idTokens: Record<string, Partial<Claims>> = {
  mia: { email: 'mia@company.example' },
  ian: { email: 'ian@company.example', email_verified: true },
}
const people: Record<string, Claims> = {
  ada: { email: 'ada@company.example', email_verified: true, name: 'Ada', roles: ['crew', 'support', 'manager'] },
  bob: { email: 'bob@company.example', email_verified: true, name: 'Bob', roles: ['crew'] },
  eve: { email: 'ada@company.example', email_verified: true, name: 'Eve', roles: ['owner'] },
  odd: { email: 'odd@company.example', name: 'Odd', roles: ['support'] },
  mia: { email: 'other@company.example', email_verified: true, name: 'Mia', roles: ['support'] },
  ian: { email: 'other@company.example', name: 'Ian', roles: ['support'] },
  tom: { email: 'tom@company.example', email_verified: true, name: 'Tom', roles: ['support'] },
  max: { email: 'olga@company.example', name: 'Max', roles: ['owner'] },
  olga: { email: 'olga@company.example', email_verified: true, name: 'Olga', roles: ['owner'] },
  una: { email: 'una@company.example', email_verified: false, name: 'Una', roles: ['owner'] },
}
let issuer = ''
let close = async () => {}
let app: Hono

beforeAll(async () => {
  // The provider warns that its keys are only in memory, which is intended here.
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
    conformIdTokenClaims: false,
    findAccount: (_, id) => ({
      accountId: id,
      claims: async (use) => ({ sub: id, ...(use === 'userinfo' ? people[id] : idTokens[id]) }),
    }),
    cookies: { keys: ['test'] },
    pkce: { required: () => true },
  })
  server.on('request', provider.callback())
  close = async () => void server.close()
  app = new Hono()
  const sso = { issuer, clientId: 'harbor', clientSecret: 'a secret of the provider', rolesClaim: 'roles' }
  addSso(app, shop.shop, sso, async () => ({ renderStaffPage, styles: [] }))
})
afterAll(() => close())

const staff = testStaff(shop)
const readMember = async (id: string) =>
  (await shop.shop.db.select().from(staffMembers).where(eq(staffMembers.id, id)))[0]

const findByEmail = (email: string) => shop.shop.db.select().from(staffMembers).where(eq(staffMembers.email, email))

async function addMember(email: string, roleId: string): Promise<string> {
  const id = newId()
  const createdAt = shop.clock.now()
  await shop.shop.db.insert(staffMembers).values({ id, email, name: email, roleId, passwordHash: 'x', createdAt })
  return id
}

const visitorIp = '10.88.1.1'
const cookiesOf = (answer: Response) => answer.headers.getSetCookie().map((one) => one.split(';')[0] ?? '')

type Coming = {
  change?: (search: string) => string
  start?: string
  cookie?: string
  beforeReturn?: () => Promise<unknown>
}

/** Goes to the provider, signs in, and returns with the provider's response. */
async function come(login: string, coming: Coming = {}) {
  const { change = (search) => search, start: path = '/staff/sso/start', cookie, beforeReturn } = coming
  const start = await app.request(path, { headers: { ...(cookie && { cookie }) } }, { visitorIp })
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
  await beforeReturn?.()
  const back = await app.request(pathname + change(search), { headers: { cookie: own } }, { visitorIp })
  return {
    page: await back.text(),
    isIn: back.headers.getSetCookie().some((one) => /^staff_session=[\w-]{43}/.test(one)),
  }
}

test('signs in a person of the provider with the highest claimed role, and recognizes the same person the next time', async () => {
  const { page, isIn } = await come('ada')
  expect(page).toContain('You are signed in')
  expect(isIn).toBe(true)
  const read = () => findByEmail('ada@company.example')
  expect(await read()).toMatchObject([{ name: 'Ada', roleId: 'manager', passwordHash: null }])
  people.ada?.roles.pop()
  await come('ada')
  expect(await read()).toMatchObject([{ roleId: 'support' }])
})

test("refuses a person without a role, with an unverified address, or with another member's address", async () => {
  expect(await come('bob')).toMatchObject({ isIn: false, page: expect.stringContaining('does not have a role') })
  expect(await come('una')).toMatchObject({
    isIn: false,
    page: expect.stringContaining('has not verified'),
  })
  expect(await come('eve')).toMatchObject({ isIn: false, page: expect.stringContaining('Another member') })
})

test('refuses a provider’s response that this browser did not request', async () => {
  const { isIn } = await come('ada', { change: (search) => search.replace(/state=[^&]+/, 'state=another') })
  expect(isIn).toBe(false)
})

test('links an identity to an existing member only with an explicit email_verified, and sends a mail', async () => {
  const tom = await addMember('tom@company.example', 'viewer')
  for (const claim of [undefined, false, 'true', 1]) {
    Object.assign(people.tom ?? {}, { email_verified: claim })
    expect(await come('tom')).toMatchObject({
      isIn: false,
      page: expect.stringContaining('has not verified'),
    })
  }
  expect(await readMember(tom)).toMatchObject({ ssoSubject: null, roleId: 'viewer' })
  Object.assign(people.tom ?? {}, { email_verified: true })
  expect((await come('tom')).isIn).toBe(true)
  expect(await readMember(tom)).toMatchObject({ ssoSubject: `${issuer} tom`, roleId: 'support' })
  expect(await shop.mailsTo('tom@company.example')).toMatchObject([
    { subject: 'A company account was linked to your account' },
  ])
  // A linked identity is known by its subject, so its address no longer matters.
  Object.assign(people.tom ?? {}, { email_verified: undefined })
  expect((await come('tom')).isIn).toBe(true)
  Object.assign(people.tom ?? {}, { email_verified: true })
})

test("adds a new member only with an explicit email_verified, to protect a colleague's address", async () => {
  for (const claim of [undefined, false, 'true', 1]) {
    Object.assign(people.odd ?? {}, { email_verified: claim })
    expect(await come('odd')).toMatchObject({
      isIn: false,
      page: expect.stringContaining('has not verified'),
    })
  }
  expect(await findByEmail('odd@company.example')).toEqual([])
  Object.assign(people.odd ?? {}, { email_verified: true })
  expect((await come('odd')).isIn).toBe(true)
})

test('takes the email address and its verification from the same response of the provider', async () => {
  expect(await come('mia')).toMatchObject({
    isIn: false,
    page: expect.stringContaining('has not verified'),
  })
  expect((await come('ian')).isIn).toBe(true)
  expect(await findByEmail('ian@company.example')).toMatchObject([{ ssoSubject: `${issuer} ian` }])
  for (const email of ['mia@company.example', 'other@company.example']) expect(await findByEmail(email)).toEqual([])
})

test('never signs an identity in as an owner by the email address alone', async () => {
  const olga = await addMember('olga@company.example', 'owner')
  expect(await come('max')).toMatchObject({
    isIn: false,
    page: expect.stringContaining('has not verified'),
  })
  expect(await come('olga')).toMatchObject({ isIn: false, page: expect.stringContaining('An owner has this address') })
  expect(await readMember(olga)).toMatchObject({ ssoSubject: null })
})

test('links an identity to an owner who is signed in with a fresh second step, and unlinks it', async () => {
  const owner = await staff.member('owner', 'Oona')
  const cookie = String(owner.headers.cookie)
  const link = '/staff/sso/start?link'
  expect(await (await app.request(link, {}, { visitorIp })).text()).toContain('Signing in did not work')
  shop.clock.advance(16 * minuteMs)
  expect(await (await app.request(link, { headers: { cookie } }, { visitorIp })).text()).toContain('15 minutes')
  shop.clock.advance(-16 * minuteMs)
  expect(await come('max', { start: link, cookie })).toMatchObject({ page: expect.stringContaining('is linked') })
  expect(await readMember(owner.id)).toMatchObject({ ssoSubject: `${issuer} max`, roleId: 'owner' })
  expect((await shop.mailsTo(`${owner.id}@harbor.test`)).map(({ subject }) => subject)).toContain(
    'A company account was linked to your account',
  )
  expect((await come('max')).isIn).toBe(true)
  const page = '/staff/company-account'
  const post = (origin: string) => app.request(page, { method: 'POST', headers: { cookie, origin } }, { visitorIp })
  expect(await (await post('https://evil.test')).text()).toContain('still linked')
  await shop.shop.db.update(staffMembers).set({ passwordHash: 'x' }).where(eq(staffMembers.id, owner.id))
  expect((await post('http://harbor.test')).status).toBe(303)
  expect(await readMember(owner.id)).toMatchObject({ ssoSubject: null })
})

test('links no identity to a session that has ended in the meantime', async () => {
  const owner = await staff.member('owner', 'Orla')
  const cookie = String(owner.headers.cookie)
  const came = come('tom', { start: '/staff/sso/start?link', cookie, beforeReturn: () => owner.call(signOutStaff, {}) })
  expect(await came).toMatchObject({ page: expect.stringContaining('did not work') })
  expect(await readMember(owner.id)).toMatchObject({ ssoSubject: null })
})

test('refuses a disabled member', async () => {
  await shop.shop.db.update(staffMembers).set({ disabledAt: shop.clock.now() })
  expect(await come('ada')).toMatchObject({ isIn: false, page: expect.stringContaining('is disabled') })
})
