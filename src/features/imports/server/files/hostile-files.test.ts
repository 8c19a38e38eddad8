import { beforeAll, expect, test } from 'vitest'
import type { ImportKindName } from '#features/imports/imports.rules.ts'
import { createImport, listImportRows } from '#features/imports/imports.staff.contract.ts'
import { stockShop } from '#testing/shops/stocked-shop.ts'
import { type StaffPerson, testStaff } from '#testing/staff.ts'
import { testShop } from '#testing/test-shop.ts'

const shop = testShop()
const staff = testStaff(shop)
let owner: StaffPerson

beforeAll(async () => {
  await stockShop(shop.shop.db, shop.clock.now())
  owner = await staff.member('owner')
  // The first import loads code on demand, which must not be part of the measurement.
  await send('handle,name,sku,price\nwarm,Warm,WARM,1\n')
})

const send = async (file: string, format: 'csv' | 'json' = 'csv', kind: ImportKindName = 'products') =>
  (await owner.call(createImport, { kind, format, currency: 'USD', file })).data

/**
 * Returns the longest CPU time, in ms, during which the event loop was blocked. The time of other processes is not
 * included.
 */
async function measureHold(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let isOver = false
  const spent = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  }
  const watch = async () => {
    for (let last = spent(); !isOver; ) {
      await new Promise((resolve) => setImmediate(resolve))
      const now = spent()
      longest = Math.max(longest, now - last)
      last = now
    }
  }
  const watching = watch()
  await work().catch(() => {})
  isOver = true
  await watching
  return longest
}

const megabytes = (text: string, size: number) => text.repeat(Math.ceil((size * 1_000_000) / text.length))
const manyKeys = (count: number) => Array.from({ length: count }, (_, at) => `"k${at}":1`).join(',')
const names = ['handle', 'name', ...Array.from({ length: 998 }, (_, at) => `c${at}`)].join(',')
const emptyCells = (handle: string) => `${handle}${','.repeat(999)}\n`
const longName = 'x'.repeat(99_000)
const wide = Array.from({ length: 100_000 }, (_, at) => `c${at}`).join(',')
const hostile: [name: string, format: 'csv' | 'json', file: () => string][] = [
  ['one record of nested brackets', 'json', () => `[{"a":${'['.repeat(1_800_000)}`],
  ['ten megabytes of nested brackets', 'json', () => `[{"a":${'['.repeat(10_000_000)}`],
  ['one record of numbers', 'json', () => `[{"handle":"a","b":[${megabytes('1,', 0.9)}1]}]`],
  ['a product of odd category names', 'json', () => `[{"handle":"a","category_names":{${manyKeys(40_000)}}}]`],
  ['an order of empty items', 'json', () => `[{"order_no":"a","items":[${megabytes('{},', 0.09)}{}]}]`],
  ['many long records', 'json', () => megabytes(`{"handle":"a","name":"${'x'.repeat(90_000)}"}\n`, 5)],
  ['many short records', 'json', () => megabytes('{}\n', 0.01)],
  ['100,000 columns', 'csv', () => `${wide}\n${'x,'.repeat(1000)}\n`],
  ['a line of 500,000 cells', 'csv', () => `handle,name\n${'x,'.repeat(499_000)}\n`],
  [
    'a description of unclosed tags',
    'csv',
    () => `Handle,Variant Price,Body (HTML)\na,1,${'<script'.repeat(14_000)}\n`,
  ],
  ['a description of opening brackets', 'csv', () => `Handle,Variant Price,Body (HTML)\na,1,${'<'.repeat(99_000)}\n`],
  ['one product on 900 lines', 'csv', () => `handle,name,sku,price\n${'a,A,S,1\n'.repeat(900)}`],
]

test.each(hostile)('keeps the event loop free while reading %s', async (_, format, file) => {
  const text = file()
  const kind = text.includes('"order_no"') ? 'orders' : 'products'
  // 150 ms: three times the limit, because test code runs without optimizations. Without limits on files, the event
  // loop was blocked for seconds.
  expect(await measureHold(() => send(text, format, kind))).toBeLessThan(150)
})

test.each([
  ['json', `[{"a":${'['.repeat(40)}${']'.repeat(40)}}]`, 'brackets are nested more than 32 deep'],
  ['json', `[{"a":[${'1,'.repeat(100_000)}1]}]`, 'a record has more than 100000 keys and values'],
  ['csv', `${wide}\n1\n`, 'the first line has more than 1000 columns'],
  ['csv', 'handle,na\0me\na,b\n', 'the first line contains a NUL character'],
  ['csv', `handle,name\na,${'x'.repeat(1_100_000)}\n`, 'a line is longer than 1000000 characters'],
] as const)('rejects a %s file that exceeds a limit (case %#)', async (format, file, reason) => {
  await expect(send(file, format)).rejects.toMatchObject({
    problem: { status: 422, errors: [{ field: 'file', detail: expect.stringContaining(reason) }] },
  })
})

test.each([
  ['a NUL in a cell', 'csv', 'handle,name,sku,price\nnul,N\0ame,NUL,1\nfine-1,Fine,FINE-1,1\n', 'NUL character'],
  ['a NUL in the handle', 'csv', 'handle,name,sku,price\nn\0ul,Name,NUL,1\nfine-2,Fine,FINE-2,1\n', 'NUL character'],
  ['an escaped NUL in JSON', 'json', '{"handle":"nul","name":"\\u0000"}', 'NUL character'],
  ['an unescaped NUL in JSON', 'json', '{"handle":"nul","name":"\0"}', 'the record is not valid JSON'],
  ['an incomplete surrogate pair in JSON', 'json', '{"handle":"half","name":"\\ud83d"}', 'not encoded in UTF-8'],
  ['a NUL in the name of a category', 'json', '{"handle":"nul","category_names":{"\\u0000":"a"}}', 'NUL character'],
  ['a record of empty cells', 'csv', `${names}\n${emptyCells('aa').repeat(999)}`, 'more than 1000000 characters'],
  ['a value that is too long', 'csv', `handle,name\nlong,${'x'.repeat(100_001)}\n`, 'a value has more than'],
] as const)('reports one invalid record for %s', async (_, format, file, reason) => {
  const { id, preview } = await send(file, format)
  expect(preview.wrong).toBe(1)
  const { data: page } = await owner.call(listImportRows, { id, outcome: 'wrong' })
  expect(page.data[0]?.problem).toContain(reason)
  const answer = await owner.fetch(`/staff-api/v1/imports/${id}/wrong.csv`)
  expect(answer.status).toBe(200)
})

test('stores the text of a problem even if it is cut within a character', async () => {
  const { id } = await send(`handle,name,sku,price\ncut,Cut,CUT,${'😀'.repeat(600)}\n`)
  const { data: page } = await owner.call(listImportRows, { id, outcome: 'wrong' })
  expect(page.data[0]?.problem?.isWellFormed()).toBe(true)
})

test.each([
  [
    'invalid records of a megabyte',
    'csv',
    () => `handle,name\n${Array.from({ length: 8 }, (_, at) => `W ${at},${longName}\n`.repeat(8)).join('')}`,
  ],
  [
    'invalid records with a thousand columns',
    'csv',
    () => `${names}\n${Array.from({ length: 12 }, (_, at) => emptyCells(`W ${at}`).repeat(200)).join('')}`,
  ],
] as const)('keeps the event loop free while writing %s to wrong.csv', async (_, format, file) => {
  const { id, preview } = await send(file(), format)
  expect(preview.wrong).toBeGreaterThan(7)
  const path = `/staff-api/v1/imports/${id}/wrong.csv`
  let length = 0
  const longest = await measureHold(async () => {
    for await (const piece of (await owner.fetch(path)).body ?? []) length += piece.length
  })
  expect(length).toBeGreaterThan(2_000_000)
  expect(longest).toBeLessThan(150)
})
