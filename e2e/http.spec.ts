import { expect, test } from './support/test.ts'

test('health and readiness answer', async ({ request }) => {
  expect(await (await request.get('/healthz')).text()).toBe('ok')
  expect(await (await request.get('/readyz')).text()).toBe('ok')
})

test('a page carries a strict policy with a nonce of its own', async ({ request }) => {
  const policies = await Promise.all(
    [1, 2].map(async () => (await request.get('/account')).headers()['content-security-policy'] ?? ''),
  )
  for (const policy of policies) {
    const scripts = /script-src ([^;]+)/.exec(policy)?.[1] ?? ''
    expect(scripts).toMatch(/^'self' 'nonce-[\w+/=]{20,}'$/)
    expect(policy).toContain("object-src 'none'")
    expect(policy).toContain("base-uri 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
  }
  expect(policies[0]).not.toBe(policies[1])
})

test('every answer has the guarding headers and a request id', async ({ request }) => {
  for (const path of ['/account', '/rest/currency', '/no/such/page', '/rest/nothing', '/favicon.svg']) {
    const headers = (await request.get(path)).headers()
    expect(headers['x-content-type-options'], path).toBe('nosniff')
    expect(headers['referrer-policy'], path).toBe('same-origin')
    expect(headers['x-request-id'], path).toMatch(/^[\w-]{8,64}$/)
    expect(headers['content-security-policy'], path).toBeTruthy()
  }
  const named = await request.get('/healthz', { headers: { 'x-request-id': 'my-request-1' } })
  expect(named.headers()['x-request-id']).toBe('my-request-1')
})

test('an unknown call is a JSON 404', async ({ request }) => {
  for (const path of ['/rest/nothing', '/ajax-web/nothing']) {
    const answer = await request.get(path)
    expect(answer.status()).toBe(404)
    expect(await answer.json()).toMatchObject({ status_code: 404, reason: 'not_found' })
  }
})

test('assets are immutable and compressed beforehand, pages on the fly', async ({ request }) => {
  const page = await request.get('/account', { headers: { 'accept-encoding': 'br' } })
  expect(page.headers()['content-encoding']).toBe('br')
  expect(page.headers()['cache-control']).toBe('no-store')
  const gzipped = await request.get('/account', { headers: { 'accept-encoding': 'gzip' } })
  expect(gzipped.headers()['content-encoding']).toBe('gzip')
  const asset = /\/assets\/shell-[\w-]+\.js/.exec(await page.text())?.[0] ?? ''
  const script = await request.get(asset, { headers: { 'accept-encoding': 'br' } })
  expect(script.headers()['content-encoding']).toBe('br')
  expect(script.headers()['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(script.headers()['content-type']).toContain('javascript')
  expect((await request.get('/assets/../../package.json')).status()).toBe(404)
  expect((await request.get('/assets/..%2f..%2fpackage.json')).status()).toBe(404)
})

test('the API describes itself, for programs and for people', async ({ request, page }) => {
  const document = await (await request.get('/openapi.json')).json()
  expect(document.openapi).toBe('3.1.0')
  expect(document.paths['/ajax-web/account/user'].get.summary).toBeTruthy()
  expect(document.paths['/ajax-web/customer/login'].post.requestBody).toBeTruthy()
  await page.goto('/docs/api')
  await expect(page.getByText('GET /ajax-web/account/user')).toBeVisible()
})
