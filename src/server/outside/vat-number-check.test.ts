import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFetchOutside } from './fetch-outside.ts'
import { createVies } from './vat-number-check.ts'

const asked: string[] = []
let answer = { status: 200, body: '' }
const server = createServer((request, response) => {
  asked.push(request.url ?? '')
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
})
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => server.close())

const check = (vatNumber: string) => {
  const { port } = server.address() as AddressInfo
  const fetchOutside = createFetchOutside({ isAllowed: (ip) => ip === '127.0.0.1', allowsHttp: true })
  return createVies(fetchOutside, `http://127.0.0.1:${port}`)(vatNumber)
}

test.each([
  ['valid', 200, { isValid: true, userError: 'VALID' }],
  ['invalid', 200, { isValid: false, userError: 'INVALID' }],
  ['not_checked', 200, { isValid: false, userError: 'MS_UNAVAILABLE' }],
  ['not_checked', 200, { errorWrappers: [{ error: 'VOW-ERR-1' }] }],
  ['not_checked', 500, {}],
])('returns %s for a response with status %i: %o', async (result, status, body) => {
  answer = { status, body: JSON.stringify(body) }
  expect(await check('FR40303265045')).toBe(result)
  expect(asked.at(-1)).toBe('/ms/FR/vat/40303265045')
})

test('does not ask VIES about numbers of other countries', async () => {
  const before = asked.length
  expect(await check('GB123456789')).toBe('not_checked')
  expect(asked).toHaveLength(before)
})
