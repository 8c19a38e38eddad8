import { beforeAll, describe, expect, test } from 'vitest'
import { fillPath } from '#contract/calls/call.ts'
import { type StaffCall, type StaffProblem, staffApiRoot } from '#contract/calls/staff-call.ts'
import * as sizes from '#features/catalogue/shoe-sizes.staff.contract.ts'
import { readShipsTo } from '#features/markets/server/ships-to.service.ts'
import * as shipping from '#features/markets/shipping-methods.staff.contract.ts'
import { getBlogPost, getInformationPage } from '#features/pages/pages.contract.ts'
import * as pages from '#features/pages/pages.staff.contract.ts'
import * as reasons from '#features/returns/return-reasons.staff.contract.ts'
import { readSettings } from '#features/settings/server/settings.service.ts'
import { getNavigation, listCurrencies, listLanguages } from '#features/settings/settings.contract.ts'
import * as settings from '#features/settings/settings.staff.contract.ts'
import * as questions from '#features/support/question-types.staff.contract.ts'
import { loadReference } from '#reference/load-reference.ts'
import { shortLists } from '#testing/checks/short-lists.ts'
import { type StaffPerson, testStaff } from '#testing/staff.ts'
import { testShop } from '#testing/test-shop.ts'

const shop = testShop()
const staff = testStaff(shop)
let owner: StaffPerson

beforeAll(async () => {
  await loadReference(shop.shop.db)
  owner = await staff.member()
})

/** Returns the code and the fields of a refusal. */
const refusalOf = async (pending: Promise<unknown>) => {
  const { problem } = (await pending.catch((error: unknown) => error)) as StaffProblem
  return [problem?.code, ...(problem?.errors ?? []).map(({ field }) => field)]
}

type ResourceCase = Record<string, unknown>

async function send(call: StaffCall, input: object, headers: Record<string, string> = {}) {
  const { path, rest } = fillPath(call, input)
  const body = call.method === 'GET' ? {} : { body: JSON.stringify(rest) }
  const response = await owner.fetch(staffApiRoot + path, { method: call.method, headers, ...body })
  const text = await response.text()
  const answered = text === '' ? {} : JSON.parse(text)
  return {
    status: response.status,
    etag: response.headers.get('etag') ?? '',
    data: answered.data as ResourceCase,
    answered,
  }
}

describe.each(shortLists)('%s', (_, list, get, create, edit, remove) => {
  test('are added, read, edited with the current version, and deleted', async () => {
    const countAll = async () => (await send(list, { limit: 1 })).answered.total as number
    const before = await countAll()
    const example = (create.example?.input ?? {}) as ResourceCase
    const made = await send(create, example)
    expect(made.status, JSON.stringify(made.answered)).toBe(200)
    expect(made.data).toMatchObject(example)
    expect(await countAll()).toBe(before + 1)
    const key = get.path.split(':')[1] ?? ''
    const which = { [key]: made.data[key] }
    const seen = await send(get, which)
    expect(seen.data).toEqual(made.data)
    expect(seen.etag).toMatch(/^"[\w-]+"$/)
    const { [key]: _key, ...change } = (edit.example?.input ?? {}) as ResourceCase
    const expected = { ...which, ...change }
    expect(await send(edit, expected)).toMatchObject({ status: 428, answered: { code: 'if_match_needed' } })
    const edited = await send(edit, expected, { 'if-match': seen.etag })
    expect(edited.data).toMatchObject({ ...example, ...change })
    const late = await send(edit, expected, { 'if-match': seen.etag })
    expect(late).toMatchObject({ status: 412, answered: { code: 'changed_meanwhile', current: edited.data } })
    expect(await send(remove, which, { 'if-match': seen.etag })).toMatchObject({ status: 412 })
    expect((await send(remove, which, { 'if-match': edited.etag })).status).toBe(204)
    expect(await send(get, which)).toMatchObject({ status: 404, answered: { code: 'not_found' } })
    expect((await send(edit, expected, { 'if-match': '*' })).status).toBe(404)
    expect(await countAll()).toBe(before)
  })

  test('refuse invalid input with the names of the fields', async () => {
    const wrong = Object.fromEntries(Object.keys(create.example?.input ?? {}).map((name) => [name, {}]))
    const { status, answered } = await send(create, wrong)
    expect([status, answered.code]).toEqual([422, 'invalid_input'])
    expect(answered.errors.length).toBeGreaterThan(0)
  })
})

describe('shows shoppers the change at once', () => {
  test('of pages, posts and the navigation', async () => {
    const visitor = shop.stranger()
    const { data: page } = await owner.call(pages.createPage, { title: 'Our promise', body: 'We mend.' })
    expect(await visitor.call(getInformationPage, { title: 'our promise' })).toMatchObject({ body: 'We mend.' })
    const entry = { name: 'Promise', link_type: 'term_list', page_id: page.id } as const
    await owner.call(pages.createNavigationItem, entry)
    const names = async () => (await visitor.call(getNavigation, {})).map(({ name }) => name)
    expect(await names()).toContain('Promise')
    expect(await refusalOf(owner.call(pages.removePage, { id: page.id }, { ifMatch: '*' }))).toEqual(['still_used'])
    const soon = { handle: 'soon', title: 'Soon', body: 'x', published_at: '2030-01-01T00:00:00Z' }
    const { data: post } = await owner.call(pages.createPost, soon)
    await expect(visitor.call(getBlogPost, { handle: 'soon' })).rejects.toThrow()
    await owner.call(pages.editPost, { id: post.id, published_at: '2026-01-01T00:00:00Z' }, { ifMatch: '*' })
    expect((await visitor.call(getBlogPost, { handle: 'soon' })).title).toBe('Soon')
    expect(await refusalOf(owner.call(pages.createPost, { ...soon, title: 'Twice' }))).toEqual(['exists_already'])
  })

  test('of currencies and languages', async () => {
    const visitor = shop.stranger()
    await owner.call(settings.createCurrency, { code: 'ISK', name: 'Icelandic króna', decimals: 0, rate: 138 })
    expect((await visitor.call(listCurrencies, {})).map(({ code }) => code)).toContain('ISK')
    // With other decimals than banks use, an order would be charged a hundred times too much or too little.
    const wrong = owner.call(settings.createCurrency, { code: 'VND', name: 'Dong', decimals: 2, rate: 25_000 })
    expect(await refusalOf(wrong)).toEqual(['invalid_input', 'decimals'])
    await owner.call(settings.createLanguage, { code: 'fo', name: 'Føroyskt', english_name: 'Faroese' })
    expect((await visitor.call(listLanguages, {})).map(({ code }) => code)).toContain('fo')
  })
})

test('requires a target for a navigation entry, and refuses a cycle', async () => {
  const add = (fields: object) =>
    refusalOf(owner.call(pages.createNavigationItem, { name: 'x', link_type: 'group', ...fields }))
  expect(await add({ link_type: 'term_list' })).toEqual(['invalid_input', 'page_id'])
  expect(await add({ link_type: 'term_list', page_id: 4711 })).toEqual(['invalid_input', 'page_id'])
  expect(await add({ link_type: 'custom_link' })).toEqual(['invalid_input', 'link'])
  for (const link of ['http://evil.test/', 'javascript:alert(1)', '//evil.test/']) {
    expect(await add({ link_type: 'custom_link', link })).toEqual(['invalid_input', 'link'])
  }
  expect(await add({ parent_id: 4711 })).toEqual(['invalid_input', 'parent_id'])
  const { data: top } = await owner.call(pages.createNavigationItem, { name: 'Top', link_type: 'group' })
  const below = await owner.call(pages.createNavigationItem, { name: 'B', link_type: 'group', parent_id: top.id })
  const turned = owner.call(pages.editNavigationItem, { id: top.id, parent_id: below.data.id }, { ifMatch: '*' })
  expect(await refusalOf(turned)).toEqual(['invalid_input', 'parent_id'])
  expect(await refusalOf(owner.call(pages.removeNavigationItem, { id: top.id }, { ifMatch: '*' }))).toEqual([
    'still_used',
  ])
})

test('records when a rate was set', async () => {
  const { data: before } = await owner.call(settings.getCurrency, { code: 'EUR' })
  expect(before.rate_as_of).toBe('2026-06-15T00:00:00Z')
  const renamed = await owner.call(settings.editCurrency, { code: 'EUR', name: 'The euro' }, { ifMatch: '*' })
  expect(renamed.data.rate_as_of).toBe(before.rate_as_of)
  const changed = await owner.call(settings.editCurrency, { code: 'EUR', rate: 0.93 }, { ifMatch: '*' })
  expect(changed.data).toMatchObject({ rate: 0.93, rate_as_of: '2026-06-15T10:00:00Z' })
})

describe('refuses to remove from the shop', () => {
  test('its own currency, whose rate is one', async () => {
    expect(await refusalOf(owner.call(settings.removeCurrency, { code: 'USD' }, { ifMatch: '*' }))).toEqual([
      'shop_needs_this',
    ])
    const rated = owner.call(settings.editCurrency, { code: 'USD', rate: 2 }, { ifMatch: '*' })
    expect(await refusalOf(rated)).toEqual(['invalid_input', 'rate'])
  })

  test('the language of its texts', async () => {
    expect(await refusalOf(owner.call(settings.removeLanguage, { code: 'en' }, { ifMatch: '*' }))).toEqual([
      'shop_needs_this',
    ])
  })

  test('its only shipping method', async () => {
    const [only] = (await owner.call(shipping.listShippingMethods, {})).data.data
    const id = only?.id ?? 0
    expect(await refusalOf(owner.call(shipping.removeShippingMethod, { id }, { ifMatch: '*' }))).toEqual([
      'shop_needs_one',
    ])
    const off = owner.call(shipping.editShippingMethod, { id, is_active: false }, { ifMatch: '*' })
    expect(await refusalOf(off)).toEqual(['shop_needs_one'])
    const odd = owner.call(shipping.editShippingMethod, { id, min_days: 9, max_days: 2 }, { ifMatch: '*' })
    expect(await refusalOf(odd)).toEqual(['invalid_input', 'max_days'])
    const strange = { id, price: { amount: 1, currency: 'ZZZ' } }
    expect(await refusalOf(owner.call(shipping.editShippingMethod, strange, { ifMatch: '*' }))).toEqual([
      'invalid_input',
      'price',
    ])
  })

  test('one of the last two shipping methods, when two people remove both at once', async () => {
    await owner.call(shipping.createShippingMethod, {
      code: 'second',
      market_id: 'worldwide',
      name: 'Second',
      price: { amount: 0, currency: 'USD' },
      min_days: 1,
      max_days: 2,
    })
    const { data } = await owner.call(shipping.listShippingMethods, {})
    const outcomes = await Promise.all(
      data.data.map(({ id }) => refusalOf(owner.call(shipping.removeShippingMethod, { id }, { ifMatch: '*' }))),
    )
    expect(outcomes.flat().filter(Boolean)).toEqual(['shop_needs_one'])
    expect((await owner.call(shipping.listShippingMethods, {})).data.data).toHaveLength(1)
  })

  test('its last return reason, or a question that screens link to', async () => {
    const { data } = await owner.call(reasons.listReturnReasons, { limit: 200 })
    const top = data.data.filter((one) => one.parent_id === null)
    const turnOff = (id: number) =>
      refusalOf(owner.call(reasons.editReturnReason, { id, is_active: false }, { ifMatch: '*' }))
    for (const { id } of top.slice(1)) expect(await turnOff(id)).toEqual([undefined])
    expect(await turnOff(top[0]?.id ?? 0)).toEqual(['shop_needs_one'])
    expect(await refusalOf(owner.call(questions.removeQuestionType, { id: 28 }, { ifMatch: '*' }))).toEqual([
      'shop_needs_this',
    ])
    const deep = owner.call(questions.createQuestionType, { name: 'x', parent_id: 45 })
    expect(await refusalOf(deep)).toEqual(['invalid_input', 'parent_id'])
  })
})

test('reads and edits settings by group', async () => {
  const { data, etag } = await owner.call(settings.getSettings, {})
  expect(data).toMatchObject({
    shop: { name: 'Harbor', ships_to: await readShipsTo(shop.shop.db) },
    features: { chat: true, wishlist: true },
  })
  const change = {
    shop: { time_zone: 'Europe/Stockholm' },
    features: { chat: false },
    returns: { address: ['1 Quay', 'Bath'] },
  }
  const changed = await owner.call(settings.editSettings, change, { ifMatch: etag ?? '' })
  expect(changed.data).toMatchObject({ shop: { name: 'Harbor' }, features: { wishlist: true } })
  expect(await readSettings(shop.shop.db)).toMatchObject({
    time_zone: 'Europe/Stockholm',
    chat_switch: 'off',
    return_address: '1 Quay\nBath',
  })
  const late = owner.call(settings.editSettings, { shop: { name: 'Late' } }, { ifMatch: etag ?? '' })
  expect(await refusalOf(late)).toEqual(['changed_meanwhile'])
  const nameless = owner.call(settings.editSettings, { shop: { name: ' ' } }, { ifMatch: '*' })
  expect(await refusalOf(nameless)).toEqual(['invalid_input', 'shop.name'])
})

test('edits a table of shoe sizes per category', async () => {
  const { data } = await owner.call(sizes.listShoeSizes, {})
  expect(data.data.map(({ category }) => category)).toEqual(['men_shoes', 'women_shoes'])
  const table = { category: 'kids_shoes', sizes: [{ eu: 30, us: '12' }] }
  expect((await owner.call(sizes.saveShoeSizes, table)).data).toEqual(table)
  expect(await refusalOf(owner.call(sizes.saveShoeSizes, table))).toEqual(['if_match_needed'])
  const twice = { ...table, sizes: [...table.sizes, ...table.sizes] }
  expect(await refusalOf(owner.call(sizes.saveShoeSizes, twice, { ifMatch: '*' }))).toEqual(['invalid_input', 'sizes'])
  await owner.call(sizes.removeShoeSizes, { category: 'kids_shoes' }, { ifMatch: '*' })
  expect(await refusalOf(owner.call(sizes.getShoeSizes, { category: 'kids_shoes' }))).toEqual(['not_found'])
})
