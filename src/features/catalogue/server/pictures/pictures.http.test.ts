import { beforeAll, describe, expect, test } from 'vitest'
import { testShop } from '#testing/test-shop.ts'

const shop = testShop()

describe('catalogue pictures', () => {
  beforeAll(async () => {
    await shop.shop.files.write('catalogue/sail.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
    await shop.shop.files.write('return/secret.png', Buffer.from('evidence'))
  })

  test('serves a drawing with its own type and without scripts', async () => {
    const answer = await shop.stranger().fetch('/catalogue/sail.svg')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('image/svg+xml')
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await answer.text()).toContain('<svg')
  })

  test('returns 304 for an unchanged picture', async () => {
    const first = await shop.stranger().fetch('/catalogue/sail.svg')
    const etag = first.headers.get('etag') ?? ''
    const second = await shop.stranger().fetch('/catalogue/sail.svg', { headers: { 'if-none-match': etag } })
    expect(second.status).toBe(304)
  })

  test.each([
    '/catalogue/none.svg',
    '/catalogue/sail.html',
    '/catalogue/sail',
    '/catalogue/..%2Freturn%2Fsecret.png',
    '/catalogue/%2e%2e%2freturn%2fsecret.png',
    '/catalogue/constructor',
  ])('%s returns 404', async (path) => {
    expect((await shop.stranger().fetch(path)).status).toBe(404)
  })
})
