import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { answerJson } from './compress.ts'
import { secureHeaders } from './headers.ts'

const app = new Hono()
app.use(secureHeaders('https://harbor.test'))
app.get('/plain', (c) => c.text('ok'))
app.get('/otherwise', (c) => {
  c.header('content-security-policy', "default-src 'self'")
  c.header('vary', 'Cookie', { append: true })
  return answerJson(c, { word: 'word'.repeat(500) }, 404)
})
app.get('/in-the-answer', (c) => c.body('', 200, { 'cross-origin-resource-policy': 'cross-origin' }))
app.get('/fewer', (c) => {
  c.header('referrer-policy', undefined)
  return c.text('ok')
})
app.get('/fault', () => {
  throw new Error('broken')
})
app.onError((error, c) => c.text(error.message, 500))

const readHeaders = async (path: string) => (await app.request(path)).headers

const common = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
}

test.each(['/plain', '/fault', '/unknown'])('sends security headers for %s', async (path) => {
  expect(Object.fromEntries(await readHeaders(path))).toMatchObject(common)
})

test('lets a route replace the common headers', async () => {
  const otherwise = await readHeaders('/otherwise')
  expect(otherwise.get('content-security-policy')).toBe("default-src 'self'")
  expect(otherwise.get('vary')).toBe('Cookie, accept-encoding')
  expect((await readHeaders('/in-the-answer')).get('cross-origin-resource-policy')).toBe('cross-origin')
  expect((await readHeaders('/fewer')).has('referrer-policy')).toBe(false)
})
