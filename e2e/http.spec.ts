import { get, type IncomingHttpHeaders } from 'node:http'
import { expect, test } from './support/test.ts'

test('reports health and readiness', async ({ request }) => {
  expect(await (await request.get('/healthz')).text()).toBe('ok')
  expect(await (await request.get('/readyz')).text()).toBe('ok')
})

test('sends a strict policy with a unique nonce on every page', async ({ request }) => {
  const policies = await Promise.all(
    [1, 2].map(async () => (await request.get('/account')).headers()['content-security-policy'] ?? ''),
  )
  for (const policy of policies) {
    const scripts = /script-src ([^;]+)/.exec(policy)?.[1] ?? ''
    expect(scripts).toMatch(/^'self' 'nonce-[\w+/=-]{20,}'$/)
    expect(policy).toContain("object-src 'none'")
    expect(policy).toContain("base-uri 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
  }
  expect(policies[0]).not.toBe(policies[1])
})

test('sends security headers and a request id with every answer', async ({ request }) => {
  for (const path of ['/account', '/rest/currency', '/no/such/page', '/rest/nothing', '/favicon.svg']) {
    const headers = (await request.get(path)).headers()
    expect(headers['x-content-type-options'], path).toBe('nosniff')
    expect(headers['referrer-policy'], path).toBe('same-origin')
    expect(headers['x-request-id'], path).toMatch(/^[\w-]{8,64}$/)
    expect(headers['content-security-policy'], path).toContain("frame-ancestors 'none'")
  }
  const named = await request.get('/healthz', { headers: { 'x-request-id': 'my-request-1' } })
  expect(named.headers()['x-request-id']).toBe('my-request-1')
})

test('sends code without page headers, cached for a year', async ({ request }) => {
  const page = await (await request.get('/account')).text()
  const headers = (await request.get(/\/assets\/shell-[\w-]+\.js/.exec(page)?.[0] ?? '')).headers()
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['cross-origin-resource-policy']).toBe('same-origin')
  expect(headers['cache-control']).toContain('immutable')
  expect(headers['content-security-policy']).toBeUndefined()
  expect(headers['permissions-policy']).toBeUndefined()
})

test('answers an unknown call with 404 and JSON', async ({ request }) => {
  for (const path of ['/rest/nothing', '/ajax-web/nothing']) {
    const answer = await request.get(path)
    expect(answer.status()).toBe(404)
    expect(await answer.json()).toMatchObject({ status_code: 404, reason: 'not_found' })
  }
})

test('serves immutable precompressed assets, and compresses pages on the fly', async ({ request }) => {
  const page = await request.get('/account', { headers: { 'accept-encoding': 'br' } })
  expect(page.headers()['content-encoding']).toBe('br')
  // The browser may restore a page from memory. The page depends on the visitor's cookies.
  expect(page.headers()['cache-control']).toBe('private, no-cache')
  expect(page.headers().vary).toContain('Cookie')
  for (const path of ['/account/resetpassword?token=x', '/account/confirmemail?token=x', '/no/such/page']) {
    expect((await request.get(path)).headers()['cache-control'], path).toBe('no-store')
  }
  const gzipped = await request.get('/account', { headers: { 'accept-encoding': 'gzip' } })
  expect(gzipped.headers()['content-encoding']).toBe('gzip')
  const asset = /\/assets\/shell-[\w-]+\.js/.exec(await page.text())?.[0] ?? ''
  const script = await request.get(asset, { headers: { 'accept-encoding': 'br' } })
  expect(script.headers()['content-encoding']).toBe('br')
  expect(script.headers()['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(script.headers()['content-type']).toContain('javascript')
  // Browsers request files with a fixed address again after this time.
  for (const [path, seconds] of Object.entries({ '/favicon.svg': 86_400, '/widget.js': 3_600 })) {
    expect((await request.get(path)).headers()['cache-control'], path).toBe(`public, max-age=${seconds}`)
  }
  expect((await request.get('/assets/../../package.json')).status()).toBe(404)
  expect((await request.get('/assets/..%2f..%2fpackage.json')).status()).toBe(404)
})

test('serves both API descriptions and their pages without requests to another host', async ({ request, page }) => {
  const document = await (await request.get('/openapi.json')).json()
  expect(document.openapi).toBe('3.1.0')
  expect(document.paths['/ajax-web/account/user'].get.summary).toMatch(/\w+ \w+/)
  expect(JSON.stringify(document.paths['/ajax-web/customer/login'].post.requestBody)).toContain('password')
  const staffDocument = await (await request.get('/staff-openapi.json')).json()
  expect(staffDocument.paths['/audit'].get.operationId).toBe('listAudit')
  const hosts = new Set<string>()
  page.on('request', (asked) => hosts.add(new URL(asked.url()).host))
  await page.setViewportSize({ width: 1280, height: 900 })
  for (const [path, group, call] of [
    ['/docs/api', 'account', '/ajax-web/account/user'],
    ['/docs/staff-api', 'staff', '/audit'],
  ] as const) {
    await page.goto(path)
    await page.getByRole('link', { name: group, exact: true }).click()
    await expect(page.locator(`[data-path="${call}"]`)).toBeVisible()
  }
  expect([...hosts]).toEqual([new URL(process.env.HARBOR_URL ?? '').host])
})

/** Sends a request with its exact path, because browsers and `fetch` would normalize the path. */
function requestRaw(path: string, headers: Record<string, string> = {}) {
  const { hostname, port } = new URL(process.env.HARBOR_URL ?? '')
  return new Promise<{ status: number; headers: IncomingHttpHeaders; text: string }>((resolve, reject) => {
    const asked = get({ hostname, port, path, headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (part: string) => {
        text += part
      })
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }))
    })
    asked.on('error', reject)
  })
}

test('never redirects to another site, for any address', async () => {
  const evil = ['//evil.test', '/\\evil.test', '/%5cevil.test', '/%2f%2fevil.test', '/.evil.test', '/@evil.test']
  const starts = ['', '/account', '/search', '/login', '/payment', '/catalogue']
  const asks = ['jump', 'redirect', 'redirect_url', 'return_url', 'next', 'url', 'jump_url', 'link']
  const paths = [
    ...evil.flatMap((one) => [one, `${one}/`, `${one}/account/`, `${one}/..`, `${one}/%2e%2e`, `/account/..${one}`]),
    ...starts.flatMap((start) => asks.map((name) => `${start || '/'}?${name}=https://evil.test`)),
    ...starts.flatMap((start) => asks.map((name) => `${start || '/'}/?${name}=//evil.test`)),
    ...['javascript:alert(1)', 'data:text/html,x', '%0d%0alocation:%20https://evil.test'].map((one) => `/${one}/`),
  ]
  const own = process.env.HARBOR_URL ?? ''
  for (const path of paths) {
    const { status, headers } = await requestRaw(path)
    expect(status, path).toBeLessThan(500)
    expect(new URL(headers.location ?? '/', own).origin, `${path} → ${headers.location}`).toBe(own)
    expect(headers.refresh, path).toBe(undefined)
  }
})

test('serves no file outside of its folders, for any path', async () => {
  const steps = ['../', '..%2f', '%2e%2e/', '%2e%2e%2f', '%252e%252e%252f', '..%5c', '..\\', './/..//', '%c0%ae%c0%ae/']
  const roots = ['/assets/', '/', '/widget.js/', '/images/', '/catalogue/', '/favicon.svg/']
  const names = ['package.json', 'etc/passwd', '.env', 'dist/ssr/entry-server.js', '.vite/manifest.json']
  for (const root of roots) {
    for (const step of steps) {
      for (const name of names) {
        const { status, text } = await requestRaw(root + step.repeat(3) + name)
        expect(status, root + step + name).toBeLessThan(500)
        expect(text, root + step + name).not.toMatch(/"devDependencies"|root:x:0|renderPage|"isEntry"/)
      }
    }
  }
  for (const path of [
    '/.env',
    '/package.json',
    '/src/app/main.ts',
    '/.git/config',
    '/assets/.vite/manifest.json',
    '/.vite/manifest.json',
  ]) {
    expect((await requestRaw(path)).status, path).toBe(404)
  }
})

test('adds no header from the text of a request', async () => {
  const { headers } = await requestRaw('/account?x=%0d%0aset-cookie:%20token=evil', {
    'x-request-id': 'evil%0d%0aset-cookie: a=b',
  })
  expect(headers['set-cookie']).toBe(undefined)
  expect(headers['x-request-id']).toMatch(/^[\w-]+$/)
})

test('answers bad addresses and cookies with a page, never with a fault', async ({ request }) => {
  const bad = ['%00', '%ff', '%', 'null', '-1', '1e999', '9'.repeat(400), '[]', '%ed%a0%80', '__proto__', '..%2f']
  const screens = [
    ...['/account/orderlist?order_status_id=', '/account/coupon?status=', '/customer-reviews?page=', '/search?q='],
    ...['/catalogue?page=', '/blog?page=', '/payment?order_id=', '/order-query?email=', '/account/settingnav?id='],
    ...['/products/', '/catalogue/', '/information/', '/blog-detail/', '/new-product-test/', '/account/order/'],
    ...['/returndetail/', '/contact-us/tickets/', '/account/review/x/', '/return/x/'],
  ]
  for (const screen of screens) {
    for (const value of bad) {
      const { status, text } = await requestRaw(screen + value)
      expect(status, screen + value).toBeLessThan(500)
      expect(text, screen + value).not.toMatch(/\n\s+at |node_modules|Failed query/)
    }
  }
  for (const cookie of [
    'language=%00; currency=%ff',
    'token=%00',
    'user_info=%7B',
    'cart=%',
    `token=${'x'.repeat(7000)}`,
  ]) {
    const answer = await request.get('/account', { headers: { cookie } })
    expect(answer.status(), cookie.slice(0, 80)).toBeLessThan(500)
  }
})

test('links to the app store of the requesting device', async ({ request, baseURL }) => {
  const data = { email: 'shopper@harbor.test', password: 'Harbor2026' }
  await request.post('/ajax-web/customer/login', { data, headers: { origin: baseURL ?? '' } })
  for (const [userAgent, store, other] of [
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 'https://apps.apple.com/', 'play.google.com'],
    ['Mozilla/5.0 (Linux; Android 15; Pixel 9)', 'https://play.google.com/', 'apps.apple.com'],
  ] as const) {
    const page = await (await request.get('/account/orderlist', { headers: { 'user-agent': userAgent } })).text()
    const links = [...page.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, href]) => href ?? '')
    expect(links.some((href) => href.startsWith(store))).toBe(true)
    expect(links.some((href) => href.includes(other))).toBe(false)
  }
})
