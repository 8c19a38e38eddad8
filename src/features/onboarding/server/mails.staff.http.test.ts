import { readdir, readFile } from 'node:fs/promises'
import { beforeAll, expect, test } from 'vitest'
import { saveLanguages } from '#features/settings/server/save-settings.service.ts'
import { stockShop } from '#testing/shops/stocked-shop.ts'
import { testStaff } from '#testing/staff.ts'
import { testShop } from '#testing/test-shop.ts'
import { getLetter, listLetters, testLetter } from '../mails.staff.contract.ts'
import { letters } from './mails.service.ts'

const shop = testShop()
const staff = testStaff(shop)
beforeAll(() => stockShop(shop.shop.db, shop.clock.now()))

test('shows every mail that is queued for shoppers', async () => {
  const features = new URL('../../', import.meta.url)
  const files = (await readdir(features, { recursive: true })).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file.includes('/server/'),
  )
  const sources = await Promise.all(files.map((file) => readFile(new URL(file, features), 'utf8')))
  const queueing = sources.filter((source) => /\bqueueMail\(/.test(source))
  const kinds = new Set(
    queueing.flatMap((source) =>
      [...source.matchAll(/(?:kind: |order, )'([a-z]+[a-z_-]*)'(?= |,|$|\n)/g)].map(([, kind]) => kind ?? ''),
    ),
  )
  const known = new Set(letters.map(({ kind }) => kind))
  const news = ['started', 'approved', 'keep-it', 'rejected', 'closed', 'refunded', 'refund-failed', 'decided']
  for (const kind of news) expect(known).toContain(`return-${kind}`)
  // Mails to staff, and the test mail.
  const others = ['staff', 'letter-test', ...news]
  expect([...kinds].filter((kind) => !others.includes(kind) && !known.has(kind))).toEqual([])
  expect(kinds.size).toBeGreaterThan(10)
})

test('renders a mail as shoppers receive it in every language, and rejects an unknown language', async () => {
  await saveLanguages(shop.shop.db, [
    { id: 4, code: 'de', ownName: 'Deutsch', englishName: 'German' },
    { id: 13, code: 'ar', ownName: 'العربية', englishName: 'Arabic', direction: 'rtl' },
  ])
  const owner = await staff.member()
  const { data } = await owner.call(listLetters, {})
  expect(data.letters).toHaveLength(letters.length)
  for (const { kind } of data.letters) {
    const { data: english } = await owner.call(getLetter, { kind })
    const { data: german } = await owner.call(getLetter, { kind, language: 'de' })
    expect(english.html).toContain('<html lang="en" dir="ltr">')
    expect(german.subject).not.toBe(english.subject)
    expect(`${english.subject}${english.text}`).not.toMatch(/[{}]|undefined|null/)
  }
  const { data: arabic } = await owner.call(getLetter, { kind: 'order-paid', language: 'ar' })
  expect(arabic).toMatchObject({ language: 'ar', direction: 'rtl' })
  await expect(owner.call(getLetter, { kind: 'order-paid', language: 'xx' })).rejects.toThrow()
  await expect(owner.call(getLetter, { kind: 'nothing' })).rejects.toThrow('no email')
})

test('sends a test to the actor and rejects API keys, which have no email address', async () => {
  const owner = await staff.member()
  const { data } = await owner.call(testLetter, { kind: 'order-shipped' })
  expect(await shop.mailsTo(data.to)).toMatchObject([{ subject: data.subject }])
  const key = await staff.key('settings:write')
  await expect(key.call(testLetter, { kind: 'order-shipped' })).rejects.toThrow('signed-in')
})
