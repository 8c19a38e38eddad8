import { mkdtempDisposable, readdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fetchRatesNow, readRateState } from '#features/settings/server/exchange-rates.service.ts'
import { saveSetting } from '#features/settings/server/save-settings.service.ts'
import { createLog } from '#server/log/log.ts'
import { testShop } from '#testing/test-shop.ts'
import { parseConfig } from '../config.ts'
import { assembleShop } from './assemble-shop.ts'

const here = testShop()
let requestCount = 0
const server = createServer((_, response) => {
  requestCount++
  response.end('ok')
})
let address: string
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
})
afterAll(() => void server.close())

const assemble = (settings: Record<string, string>) =>
  assembleShop(parseConfig({ WEBHOOKS_LOOPBACK: 'true', ...settings }), here.shop.db, createLog('silent'))
const message = { headers: {}, body: '{}', maxMs: 5_000, maxBytes: 100 }
const mail = { to: 'ada@harbor.test', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' }
const held = { refusal: { code: 'outgoing_held', message: expect.stringContaining('HOLD_OUTGOING') } }

test('refuses every fetch, webhook and mail while outgoing connections are held', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'harbor-held-'))
  const open = assemble({ DATA_DIR: folder.path })
  expect(await open.sendOutside.post(address, message)).toMatchObject({ status: 200 })
  await open.sendMail(mail)
  expect([requestCount, await readdir(join(folder.path, 'outbox'))]).toEqual([1, [expect.any(String)]])

  const shop = assemble({ DATA_DIR: folder.path, HOLD_OUTGOING: 'true' })
  await expect(shop.fetchOutside('https://example.com/', { maxBytes: 1, maxMs: 1 })).rejects.toMatchObject(held)
  await expect(shop.sendOutside.post(address, message)).rejects.toMatchObject(held)
  await expect(shop.sendMail(mail)).rejects.toMatchObject(held)
  expect([requestCount, (await readdir(join(folder.path, 'outbox'))).length]).toEqual([1, 1])
  // Webhook endpoints can still be edited, and old mails are still removed from the outbox.
  expect(shop.sendOutside.check('https://example.com/hook')).toBeUndefined()
  expect(await shop.sendMail.prune?.()).toBe(0)
})

test('reports "Fetch rates" as held while outgoing connections are held, without counting a try', async () => {
  const shop = assemble({ HOLD_OUTGOING: 'true' })
  await saveSetting(here.shop.db, 'rate_source', 'ecb')
  await expect(fetchRatesNow(shop)).rejects.toMatchObject(held)
  expect(await readRateState(here.shop.db)).toMatchObject({ triedAt: null, problem: null })
})
