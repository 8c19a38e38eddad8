import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serve } from '@hono/node-server'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCategory } from '#features/catalogue/categories.staff.contract.ts'
import { loadReference } from '#reference/load-reference.ts'
import { compileFolder } from '#testing/outside/openapi-client.ts'
import { testStaff } from '#testing/staff.ts'
import { testShop } from '#testing/test-shop.ts'
import { writeClient } from '../../../packages/client/write-client.ts'
import { createShopStaffApi } from '../staff-api.ts'

const shop = testShop()
const examples = fileURLToPath(new URL('../../../packages/client/examples/', import.meta.url))
let folder: string
let server: ReturnType<typeof serve>
let url: string
let key: string

beforeAll(async () => {
  await loadReference(shop.shop.db)
  const { headers, call } = await testStaff(shop).key()
  await call(createCategory, { code: 'dresses', name: 'Dresses' })
  key = headers.authorization?.replace('Bearer ', '') ?? ''
  const api = createShopStaffApi(shop.shop)
  url = await new Promise((resolve) => {
    server = serve({ fetch: api.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
      resolve(`http://127.0.0.1:${port}`),
    )
  })
  folder = await mkdtemp(join(tmpdir(), 'harbor-client-'))
  await writeClient(folder)
  await cp(examples, join(folder, 'examples'), { recursive: true })
})
afterAll(async () => {
  server.close()
  await rm(folder, { recursive: true })
})

test('compiles the generated client and its examples under strict settings', async () => {
  const names = (await readdir(examples)).map((name) => `examples/${name}`)
  expect(names).toHaveLength(5)
  expect(await compileFolder(folder, ['index.ts', ...names])).toBe('')
})

/** The type of the generated modules is unknown here. The modules were type-checked in their folder. */
type Module = Record<string, (...given: unknown[]) => unknown>
const load = (name: string): Promise<Module> => import(/* @vite-ignore */ join(folder, name))
type Harbor = { call: (name: string, input: object) => Promise<unknown> }

async function run<T>(example: string, ...given: unknown[]): Promise<T> {
  const [does] = Object.values(await load(`examples/${example}.ts`))
  return does?.(...given) as Promise<T>
}

test('runs the examples against a shop', async () => {
  const { createHarbor } = await load('index.ts')
  const harbor = createHarbor?.({ url, key })
  const background = { r: 180, g: 90, b: 60 }
  const drawn = await sharp({ create: { width: 900, height: 1200, channels: 3, background } })
    .png()
    .toBuffer()
  const picture = new Blob([new Uint8Array(drawn)], { type: 'image/png' })
  const made = await run<{ id: number; handle: string }>('add-product', harbor, picture)
  expect(made).toMatchObject({ handle: 'ebb-wrap-midi-dress', pictures: [{ alt: 'Front' }] })
  expect(await run('add-product', harbor, picture)).toMatchObject({ id: made.id })
  const counted = { 'EBB-CLA-S': 3, 'EBB-CLA-M': 40 }
  expect(await run('count-stock', harbor, counted)).toContain('EBB-CLA-S: 3')
  const [one, two] = await Promise.all(
    ['One.', 'Two.'].map((words) => run<string>('edit-safely', harbor, made.handle, words)),
  )
  const longer = (one ?? '').length > (two ?? '').length ? one : two
  expect(longer).toMatch(/One\. Two\.|Two\. One\./)
  expect(await run('renew-rates', harbor, { EUR: 0.95, ZZZ: 2 })).toEqual(['EUR 0.95 as of 2026-06-15T10:00:00Z'])
  const [last] = await run<string[]>('read-audit', harbor, '2026-01-01T00:00:00Z')
  expect(last).toBe('2026-06-15T10:00:00Z ERP: PATCH /currencies/:code about currencies/EUR')
  const stranger = createHarbor?.({ url, key: 'hk_live_x' }) as Harbor
  const refused = await stranger.call('listAudit', {}).catch((error: unknown) => error)
  expect(refused).toMatchObject({ name: 'HarborProblem', problem: { status: 401, code: 'staff_not_signed_in' } })
})
