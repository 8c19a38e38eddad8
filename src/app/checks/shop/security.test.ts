import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { handlers } from '#app/api.ts'
import { createShopApi } from '#app/shop-api.ts'
import { navigationItems } from '#features/pages/server/navigation.tables.ts'
import { saveNavigation } from '#features/pages/server/save-pages.service.ts'
import { getNavigation } from '#features/settings/settings.contract.ts'
import { customers } from '#features/sign-in/server/sign-in.tables.ts'
import { createFolderFiles } from '#server/files/files.ts'
import { writeMail } from '#server/mail/mail.ts'
import { createSmtpMail } from '#server/mail/send-mail.ts'
import { openMailServer } from '#testing/outside/mail-server.ts'
import { makeDataFolder, removeDataFolder } from '#testing/processes/data-folder.ts'
import { sessionCookie } from '#testing/session-cookie.ts'
import {
  createSampleData,
  populateShop,
  type SampleData,
  sampleInputs,
  snapshotOf,
  toRequestInit,
} from '#testing/shops/populated-shop.ts'
import { json, testShop } from '#testing/test-shop.ts'

const shop = testShop()
let ada: SampleData

beforeAll(async () => {
  await populateShop(shop)
  ada = await createSampleData(shop, await shop.signedIn())
})

const writing = handlers.map(({ call }) => call).filter(({ method }) => method === 'POST')
const snapshotOfAda = () => snapshotOf(shop.shop.db, ada.person.id)

describe('a page of another site', () => {
  const foreign: [how: string, headers: Record<string, string>][] = [
    ['its origin', { origin: 'https://evil.test' }],
    ['a name that begins like the shop’s', { origin: 'http://harbor.test.evil.test' }],
    ['a name that ends like the shop’s', { origin: 'http://evil-harbor.test' }],
    ['another port of the shop', { origin: 'http://harbor.test:8080' }],
    ['another scheme', { origin: 'https://harbor.test' }],
    ['a hidden origin', { origin: 'null' }],
    ['the browser’s sec-fetch-site header', { 'sec-fetch-site': 'cross-site' }],
  ]

  test.each(foreign)('is recognized by %s and cannot change anything, even with the token', async (_, headers) => {
    const before = await snapshotOfAda()
    const samples = await sampleInputs(ada)
    for (const call of writing) {
      const [path, init] = toRequestInit(call, samples[`POST ${call.path}`] ?? {})
      const sent = { ...(init.headers as object), ...headers, cookie: sessionCookie(ada.person.token) }
      const response = await ada.person.fetch(path, { ...init, headers: sent })
      expect([call.path, response.status, await response.json()]).toMatchObject([
        call.path,
        403,
        { reason: 'foreign_origin' },
      ])
    }
    expect(await snapshotOfAda()).toBe(before)
  })

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', ''])(
    'cannot change anything with a plain form of type "%s" and the cookie of the browser',
    async (type) => {
      const before = await snapshotOfAda()
      const samples = await sampleInputs(ada)
      for (const call of writing.filter(({ access }) => access === 'customer')) {
        const [path, init] = toRequestInit(call, samples[`POST ${call.path}`] ?? {})
        const headers = { cookie: sessionCookie(ada.person.token), ...(type && { 'content-type': type }) }
        const response = await shop.stranger().fetch(path, { ...init, headers })
        expect([call.path, response.status]).toEqual([call.path, 401])
      }
      expect(await snapshotOfAda()).toBe(before)
    },
  )

  test('cannot read a response, because no header allows another origin', async () => {
    const samples = await sampleInputs(ada)
    for (const { call } of handlers.filter((one) => one.call.method === 'GET')) {
      const [path] = toRequestInit(call, samples[`GET ${call.path}`] ?? {})
      const headers = { origin: 'https://evil.test', cookie: sessionCookie(ada.person.token) }
      const response = await shop.stranger().fetch(path, { headers })
      expect([call.path, response.headers.get('access-control-allow-origin')]).toEqual([call.path, null])
    }
    const mailResponse = await shop
      .stranger()
      .fetch('/rest/address', { method: 'OPTIONS', headers: { origin: 'https://evil.test' } })
    expect(mailResponse.headers.get('access-control-allow-methods')).toBe(null)
  })
})

describe('images', () => {
  const root = {} as { folder: string; api: ReturnType<typeof createShopApi> }
  beforeAll(async () => {
    root.folder = await makeDataFolder()
    await mkdir(join(root.folder, 'files/catalogue'), { recursive: true })
    await writeFile(join(root.folder, 'secret.png'), 'a secret')
    await writeFile(join(root.folder, 'files/catalogue/sail.png'), 'a sail')
    await symlink(join(root.folder, 'secret.png'), join(root.folder, 'files/catalogue/link.png'))
    await mkdir(join(root.folder, 'files/catalogue/folder.png'))
    root.api = createShopApi({ ...shop.shop, files: createFolderFiles(join(root.folder, 'files')) })
  })
  afterAll(() => removeDataFolder(root.folder))

  const out = ['..', '%2e%2e', '%252e%252e', '..%2f..', '..%5c..', '%c0%ae%c0%ae', '....//', '.%00.']
  const paths = [
    ...out.flatMap((step) => [`/catalogue/${step}/secret.png`, `/images/${step}/secret.png`]),
    ...out.map((step) => `/catalogue/${step}%2fsecret.png`),
    '/catalogue/link.png',
    '/catalogue/link.png?w=168',
    '/catalogue/folder.png',
    '/catalogue/sail.png%00.svg',
    '/catalogue/%2fetc%2fpasswd',
    '/catalogue//etc/passwd',
    '/catalogue/file:%2f%2f%2fetc%2fpasswd',
    '/catalogue/SAIL.PNG',
    '/images/%2fetc%2fpasswd',
    '/images/files%2fcatalogue%2fsail.png',
  ]

  test.each(paths)('answers %s with 404', async (path) => {
    const response = await root.api.request(path)
    expect([response.status, await response.text()]).toEqual([404, expect.not.stringMatching(/secret|root:/)])
  })

  test('serves an image only under its exact name', async () => {
    expect(await (await root.api.request('/catalogue/sail.png')).text()).toBe('a sail')
  })
})

test('refuses to save a menu entry whose link is not https, and never sends such an entry that is already stored', async () => {
  const { db } = shop.shop
  const entry = { id: 70, name: 'Out', linkType: 'custom_link' as const }
  for (const link of ['javascript:alert(1)', '//evil.test', '/\\evil.test', 'http://other.test']) {
    await expect(saveNavigation(db, [{ ...entry, link }])).rejects.toMatchObject({ status: 422 })
    await db.insert(navigationItems).values({ ...entry, link })
    expect(await shop.stranger().call(getNavigation, {})).toMatchObject([{ id: 70, link_detail: { link: null } }])
    await db.delete(navigationItems)
  }
  await saveNavigation(db, [{ ...entry, link: 'https://other.test/lookbook' }])
  expect(await shop.stranger().call(getNavigation, {})).toMatchObject([
    { id: 70, link_detail: { link: 'https://other.test/lookbook' } },
  ])
  await db.delete(navigationItems)
})

const lineBreak = 'x\r\nset-cookie: token=evil\r\n\r\n<script>'

describe('a line break', () => {
  test('in any value of any call adds no header', async () => {
    const samples = await sampleInputs(ada)
    for (const { call } of handlers) {
      const sample = samples[`${call.method} ${call.path}`] ?? {}
      const broken = Object.fromEntries(
        Object.entries(sample).map(([name, value]) => [
          name,
          typeof value === 'string' ? `${value}${lineBreak}` : value,
        ]),
      )
      const [path, init] = toRequestInit(call, broken)
      const response = await shop.stranger().fetch(path, init)
      expect([call.path, response.status < 500]).toEqual([call.path, true])
      expect(response.headers.getSetCookie().filter((one) => one.startsWith('token=evil'))).toEqual([])
    }
  })

  test('in a name that is sent as a cookie adds no cookie', async () => {
    await shop.shop.db
      .update(customers)
      .set({ name: `${lineBreak}; Path=/; é` })
      .where(eq(customers.id, ada.person.id))
    const response = await shop
      .stranger()
      .fetch('/ajax-web/customer/login', json({ email: ada.person.email, password: 'Harbor2026' }))
    const cookies = response.headers.getSetCookie()
    expect(cookies).toHaveLength(5)
    for (const cookie of cookies)
      expect(cookie).toMatch(/^\w+=[\w%.~!*'()-]*; Path=\/; SameSite=Lax; Expires=[\w ,:]+(; HttpOnly)?$/)
  })

  test('in the subject or address of a mail adds no header and no recipient', async () => {
    const post = await openMailServer()
    const send = createSmtpMail(`smtp://127.0.0.1:${post.port}`, 'Harbor <no-reply@harbor.test>')
    const mail = writeMail({
      to: 'ada@harbor.test',
      siteName: 'Harbor',
      language: 'en',
      direction: 'ltr',
      subject: 'Hello\r\nBcc: evil@evil.test\r\n\r\n<script>',
      paragraphs: ['<img src=x onerror=alert(1)>', '.\r\nQUIT'],
      facts: [['"><script>', '</td><script>alert(1)</script>']],
      button: { label: '<b>', href: 'https://harbor.test/"><script>' },
    })
    expect(mail.html).not.toMatch(/<script|<img|<b>/)
    await send({ ...mail, id: 'abc123' })
    for (const to of [
      'ada@harbor.test\r\nBcc: evil@evil.test',
      'ada@harbor.test, evil@evil.test',
      'x:evil@evil.test;',
    ]) {
      await expect(send({ ...mail, to })).rejects.toThrow('exactly one recipient')
    }
    await post.close()
    expect(post.heard()).toContain('RCPT TO:<ada@harbor.test>')
    const heads = [...post.heard().matchAll(/^DATA\r\n([\s\S]*?)\r\n\r\n/gm)].map(([, head]) => head)
    expect(heads).toEqual([expect.stringMatching(/^Subject: Hello/m)])
    expect(heads[0]).not.toMatch(/^bcc:/im)
    // The headers stop auto-responders, and let the recipient detect duplicates.
    expect(heads[0]).toMatch(/^Auto-Submitted: auto-generated$/m)
    expect(heads[0]).toMatch(/^Message-ID: <abc123@harbor\.test>$/m)
    expect(post.heard()).not.toContain('RCPT TO:<evil')
  })
})
