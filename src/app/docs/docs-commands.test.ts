import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getProduct } from '#features/catalogue/catalogue.contract.ts'
import { getOrder } from '#features/orders/orders.contract.ts'
import { blocks, typed } from '#testing/checks/doc-pages.ts'
import { buy, goods, pay, stockShop } from '#testing/shops/stocked-shop.ts'
import { testShop } from '#testing/test-shop.ts'
import { commands } from '../staff/commands.ts'

/** The format of `newOrderNo`, without lookalikes (0 and O, 1, I and L). */
const orderNo = /\bHB[2-9A-HJKMNP-Z]{11}\b/

import { runStaff } from '../staff/run-staff.ts'

const shop = testShop()
let folder = ''

beforeAll(async () => {
  await stockShop(shop.shop.db, shop.clock.now())
  folder = await mkdtemp(join(tmpdir(), 'harbor-docs-'))
  // The columns from the documentation must be sufficient.
  const file = 'handle,name,sku,stock,price\nmy-first-coat,My first coat,COAT-M,3,120.00\n'
  for (const name of ['products.csv', 'my-products.csv']) await writeFile(join(folder, name), file)
})
afterAll(() => rm(folder, { recursive: true }))

describe('staff commands of the docs', () => {
  /**
   * A verb alone, or a line with a placeholder, only names a command. A complete line is meant to be typed. The help is
   * tested below.
   */
  const isToType = (line: string) => {
    const [verb, ...rest] = line.split(/\s+/)
    const needsWords = commands.some((command) => command.verb === verb && command.usage.includes('<'))
    return verb !== 'help' && !line.includes('…') && (rest.length > 0 || !needsWords)
  }
  const lines = typed.flatMap(({ file, command }) => {
    const line = /^npm run (?:--silent )?staff -- (.+)$/.exec(command)?.[1]
    return line && isToType(line) ? [{ file, line }] : []
  })
  const files = [...new Set(lines.map(({ file }) => file))]

  test('are found on several pages', () => expect(lines.length).toBeGreaterThan(8))

  test.each(files)('run in the order in which %s lists the commands', async (file) => {
    const ada = await shop.signedIn()
    const order = await buy(shop.shop, ada, [goods.dress])
    await pay(shop.shop, order)
    for (const { line } of lines.filter((one) => one.file === file)) {
      const words = line.replace(orderNo, order.orderNo).split(/\s+/)
      const placed = words.map((word) => (word.endsWith('.csv') ? join(folder, word) : word))
      const { text, exitCode } = await runStaff(shop.shop, placed)
      expect(exitCode, `${line}\n${text}`).toBe(0)
    }
    if (file !== 'docs/first-hour.md') return
    // At the end of the first hour, the product is on sale and the parcel has arrived.
    expect(await shop.stranger().call(getProduct, { handle: 'my-first-coat' })).toMatchObject({ name: 'My first coat' })
    expect((await ada.call(getOrder, { orderId: order.orderId })).order_status).toBe('Received')
  })
})

test('shows only valid order numbers in the documentation', async () => {
  const page = await readFile('docs/first-hour.md', 'utf8')
  const shown = page.match(/\bHB\w+/g) ?? []
  expect(shown.length).toBeGreaterThan(3)
  for (const number of shown) expect(number).toMatch(orderNo)
})

describe('code blocks marked to be run', () => {
  const toRun = blocks.filter(({ kind }) => kind === 'sh run')

  test('exist', () => expect(toRun.length).toBeGreaterThan(0))

  test.each(toRun)('work as written in $file: $code', async ({ code }) => {
    // Only the reader's own folders are replaced.
    const { stdout } = await promisify(execFile)('/bin/sh', ['-e', '-c', code.replaceAll('../', `${folder}/`)])
    expect(stdout).not.toBe('')
  })
})
