import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { StaffProblem } from '#contract/calls/staff-call.ts'
import { getProduct } from '#features/catalogue/catalogue.contract.ts'
import { listProducts } from '#features/catalogue/product-list.contract.ts'
import * as calls from '#features/catalogue/products.staff.contract.ts'
import { languages } from '#features/settings/server/settings.tables.ts'
import { auditRows } from '#features/staff/server/staff.tables.ts'
import { drawPicture } from '#testing/shops/pictures.ts'
import { buy, goods, stockShop } from '#testing/shops/stocked-shop.ts'
import { type StaffPerson, testStaff } from '#testing/staff.ts'
import { type Person, testShop } from '#testing/test-shop.ts'
import { removeSku } from './catalogue.service.ts'

const shop = testShop()
const staff = testStaff(shop)
let mia: StaffPerson
let ada: Person
let made = 0

beforeAll(async () => {
  await stockShop(shop.shop.db, shop.clock.now())
  await shop.shop.db.insert(languages).values({ id: 2, code: 'de', ownName: 'Deutsch', englishName: 'German' })
  ada = await shop.signedIn()
  mia = await staff.member('marketing', 'Mia')
})
let handle = ''
beforeEach(() => {
  handle = `ebb-dress-${++made}`
})

const dollars = (amount: number) => ({ amount, currency: 'USD' })
const sku = (code: string, size = 'M', more = {}) => ({
  sku: `${handle}-${code}`,
  options: [
    { name: 'Color', value: 'Clay' },
    { name: 'Size', value: size },
  ],
  stock: 12,
  prices: [{ price: dollars(12_800), compare_at: dollars(16_000) }],
  ...more,
})
const dress = () => ({ handle, name: 'Ebb Dress', status: 'live' as const, categories: ['dresses'], skus: [sku('M')] })
const add = () => mia.call(calls.createProduct, dress())
const problemOf = (pending: Promise<unknown>) =>
  pending.then(
    () => null,
    (error) => (error instanceof StaffProblem ? error.problem : Promise.reject(error)),
  )

describe('adding a product', () => {
  test('puts the product on sale immediately, with a placeholder picture', async () => {
    const { data, etag } = await add()
    expect(data).toMatchObject({ handle, status: 'live', categories: ['dresses'], pictures: [], sale: 'regular' })
    expect(data.skus).toMatchObject([{ stock: 12, prices: [{ price: dollars(12_800), special: null }] }])
    expect(etag).toBe((await mia.call(calls.getStaffProduct, { handle })).etag)
    const shown = await ada.call(getProduct, { handle })
    expect(shown).toMatchObject({ name: 'Ebb Dress', skus: [{ inventory: 12, price: { price: '$128.00' } }] })
    expect((await ada.fetch(shown.image)).headers.get('content-type')).toBe('image/svg+xml')
    const found = await ada.call(listProducts, { q: 'clay' })
    expect(found.data.map((one) => one.handle)).toContain(handle)
  })

  test('rejects a duplicate, and invalid fields by name, without any change', async () => {
    await add()
    expect(await problemOf(add())).toMatchObject({ status: 409, code: 'exists_already' })
    const other = { ...dress(), handle: `${handle}-b` }
    const wrong: [object, string][] = [
      [{ handle: 'Ebb Dress' }, 'handle'],
      [{ categories: ['nothing'] }, 'categories.0'],
      [{ texts: { xx: { name: 'x' } } }, 'texts.xx'],
      [{ skus: [sku('1'), sku('1', 'L')] }, 'skus.1.sku'],
      [{ skus: [sku('1', 'M', { prices: [{ price: { amount: 1, currency: 'ZZZ' } }] })] }, 'skus.0.prices.0'],
      [
        { skus: [sku('1', 'M', { prices: [{ price: dollars(10), special: dollars(20) }] })] },
        'skus.0.prices.0.special',
      ],
      [{ skus: [sku('1', 'M', { image: '/catalogue/other.svg' })] }, 'skus.0.image'],
    ]
    for (const [change, field] of wrong) {
      const problem = await problemOf(mia.call(calls.createProduct, { ...other, ...change }))
      expect(
        problem?.errors?.map((one) => one.field),
        JSON.stringify(problem),
      ).toContain(field)
    }
    expect(
      await problemOf(mia.call(calls.createProduct, { ...other, skus: [{ ...sku('1'), sku: 'SKU-101' }] })),
    ).toMatchObject({
      code: 'exists_already',
    })
    expect(await problemOf(mia.call(calls.getStaffProduct, { handle: `${handle}-b` }))).toMatchObject({ status: 404 })
  })

  test('lets the warehouse read the product, but not change it', async () => {
    const { etag } = await add()
    const wim = await staff.member('warehouse')
    expect((await wim.call(calls.getStaffProduct, { handle })).data.name).toBe('Ebb Dress')
    const edit = wim.call(calls.editProduct, { handle, name: 'x' }, { ifMatch: etag ?? '' })
    expect(await problemOf(edit)).toMatchObject({ status: 403 })
  })
})

describe('editing a product', () => {
  test('changes the given fields, shows them immediately and logs them', async () => {
    const { etag } = await add()
    const changes = { name: 'Ebb Wrap Dress', status: 'hidden' as const, texts: { de: { name: 'Ebbe-Kleid' } } }
    const { data } = await mia.call(calls.editProduct, { handle, ...changes }, { ifMatch: etag ?? '' })
    expect(data).toMatchObject({ name: 'Ebb Wrap Dress', status: 'hidden', categories: ['dresses'] })
    expect(data.texts).toEqual({ de: { name: 'Ebbe-Kleid', description: '' } })
    expect(await ada.call(getProduct, { handle })).toMatchObject({ name: 'Ebb Wrap Dress', status: 0 })
    const rows = await shop.shop.db
      .select()
      .from(auditRows)
      .where(eq(auditRows.about, `products/${handle}`))
    expect(rows.at(-1)).toMatchObject({
      actorName: 'Mia',
      call: 'PATCH /products/:handle',
      before: { name: 'Ebb Dress', status: 'live' },
      after: { name: 'Ebb Wrap Dress', status: 'hidden' },
    })
  })

  test('shows translated product texts only to readers of that language', async () => {
    const { etag } = await add()
    const texts = { de: { name: 'Ebbe-Kleid', description: 'Fällt weich.' } }
    await mia.call(calls.editProduct, { handle, texts }, { ifMatch: etag ?? '' })
    const read = async (path: string, language: string) =>
      JSON.stringify(await (await ada.fetch(path, { headers: { 'accept-language': language } })).json())
    const page = `/rest/products/${handle}`
    expect(await read(page, 'de')).toContain('Ebbe-Kleid')
    expect(await read(page, 'de')).toContain('Fällt weich.')
    expect(await read(page, 'en')).not.toContain('Ebbe-Kleid')
    expect(await read('/rest/products?sort=new', 'de')).toContain('Ebbe-Kleid')
  })

  test('accepts one of ten concurrent edits and returns its result to the other editors', async () => {
    const { etag } = await add()
    const names = Array.from({ length: 10 }, (_, at) => `Ebb Dress ${at}`)
    const outcomes = await Promise.all(
      names.map((name) => problemOf(mia.call(calls.editProduct, { handle, name }, { ifMatch: etag ?? '' }))),
    )
    expect(outcomes.filter((one) => one === null)).toHaveLength(1)
    const winner = names[outcomes.indexOf(null)]
    for (const problem of outcomes.filter((one) => one !== null)) {
      expect(problem).toMatchObject({ status: 412, code: 'changed_meanwhile', current: { name: winner } })
    }
    expect((await mia.call(calls.getStaffProduct, { handle })).data.name).toBe(winner)
  })

  test('requires a version, which purchases in the meantime do not change', async () => {
    const { data, etag } = await add()
    expect(await problemOf(mia.call(calls.editProduct, { handle, name: 'x' }))).toMatchObject({ status: 428 })
    await buy(shop.shop, ada, [data.skus[0]?.id ?? 0])
    const edited = await mia.call(calls.editProduct, { handle, name: 'Still' }, { ifMatch: etag ?? '' })
    expect(edited.data).toMatchObject({ name: 'Still', skus: [{ stock: 11 }] })
  })
})

describe('the SKU grid', () => {
  test('adds, changes and removes SKUs in one call, and keeps the stock of other SKUs', async () => {
    const { data, etag } = await add()
    await buy(shop.shop, ada, [data.skus[0]?.id ?? 0])
    const pounds = { price: { amount: 11_000, currency: 'EUR' } }
    const grid = [
      sku('L', 'L', { stock: 5 }),
      sku('M', 'M', { stock: 99, prices: [{ price: dollars(11_000) }, pounds] }),
    ]
    const { data: saved, etag: next } = await mia.call(
      calls.saveSkuGrid,
      { handle, skus: grid },
      { ifMatch: etag ?? '' },
    )
    expect(saved.skus).toMatchObject([
      { sku: `${handle}-L`, stock: 5 },
      { sku: `${handle}-M`, stock: 11, prices: [{ price: dollars(11_000), compare_at: null }, pounds] },
    ])
    expect(await ada.call(getProduct, { handle, currency: 'EUR' })).toMatchObject({
      skus: [{ sku: `${handle}-L` }, { price: { price_value: '110.00' } }],
    })
    const fewer = await mia.call(calls.saveSkuGrid, { handle, skus: [sku('L', 'L')] }, { ifMatch: next ?? '' })
    expect(fewer.data.skus.map((one) => one.sku)).toEqual([`${handle}-L`])
    expect(fewer.data.skus).toMatchObject([{ stock: 5 }])
  })

  test('stores the weight of a SKU, and leaves the weight unchanged if the call has none', async () => {
    const { etag } = await add()
    const save = (weight: number | null | undefined, version = '') =>
      mia.call(
        calls.saveSkuGrid,
        { handle, skus: [{ ...sku('L', 'L'), ...(weight !== undefined && { weight }) }] },
        { ifMatch: version },
      )
    const set = await save(1_000_000, etag ?? '')
    expect(set.data.skus).toMatchObject([{ weight: 1_000_000 }])
    const same = await save(undefined, set.etag ?? '')
    expect(same.data.skus).toMatchObject([{ weight: 1_000_000 }])
    expect(await problemOf(save(1_000_001, same.etag ?? ''))).toMatchObject({ status: 422 })
    expect((await save(null, same.etag ?? '')).data.skus).toMatchObject([{ weight: null }])
  })

  test('rejects an outdated version', async () => {
    const { etag } = await add()
    await mia.call(calls.editProduct, { handle, name: 'Other' }, { ifMatch: etag ?? '' })
    const late = mia.call(calls.saveSkuGrid, { handle, skus: [] }, { ifMatch: etag ?? '' })
    expect(await problemOf(late)).toMatchObject({ status: 412 })
    expect((await ada.call(getProduct, { handle })).skus).toHaveLength(1)
  })
})

describe('deleting a product', () => {
  test('removes an unsold product and ends a sold one', async () => {
    const { data, etag } = await add()
    const gone = await mia.call(calls.deleteProduct, { handle }, { ifMatch: etag ?? '' })
    expect(gone.data).toEqual({ outcome: 'deleted' })
    await expect(ada.call(getProduct, { handle })).rejects.toMatchObject({ status: 404 })
    const again = await add()
    await buy(shop.shop, ada, [again.data.skus[0]?.id ?? 0])
    expect(data.id).not.toBe(again.data.id)
    const ended = await mia.call(calls.deleteProduct, { handle }, { ifMatch: again.etag ?? '' })
    expect(ended.data).toEqual({ outcome: 'ended' })
    expect(await ada.call(getProduct, { handle })).toMatchObject({ status: 4, skus: [{ inventory: 11 }] })
  })
})

describe('product pictures', () => {
  test('are re-encoded, shown immediately, stored once and sorted', async () => {
    await add()
    const file = await drawPicture()
    const { data: one } = await mia.call(calls.addProductPicture, { handle, file, alt: 'In clay' })
    await mia.call(calls.addProductPicture, { handle, file })
    const { data: two, etag } = await mia.call(calls.addProductPicture, { handle, file: await drawPicture('navy') })
    expect(two.pictures).toHaveLength(2)
    expect(two.pictures[0]).toMatchObject({ alt: 'In clay', width: 20, height: 20 })
    expect(two.image).toBe(one.pictures[0]?.path)
    const shown = await ada.fetch(two.image)
    expect(shown.headers.get('content-type')).toBe('image/png')
    const turned = two.pictures.toReversed().map(({ path }) => ({ path, alt: 'New words' }))
    const { data } = await mia.call(calls.arrangePictures, { handle, pictures: turned }, { ifMatch: etag ?? '' })
    expect(data.image).toBe(two.pictures[1]?.path)
    expect((await ada.call(getProduct, { handle })).images).toMatchObject([{ alt: 'New words' }, { alt: 'New words' }])
  })

  test("rejects a file that is not a picture, and another product's picture", async () => {
    const { etag } = await add()
    const file = new File(['<svg onload="alert(1)"/>'], 'x.png', { type: 'image/png' })
    expect(await problemOf(mia.call(calls.addProductPicture, { handle, file }))).toMatchObject({
      code: 'image_wrong_type',
    })
    const other = mia.call(calls.arrangePictures, { handle, pictures: [{ path: '/x.png' }] }, { ifMatch: etag ?? '' })
    expect(await problemOf(other)).toMatchObject({ status: 422, errors: [{ field: 'pictures.0.path' }] })
  })
})

test('searches the product list by handle, SKU and words, with filters and pages', async () => {
  await add()
  const find = async (input: object) => (await mia.call(calls.listStaffProducts, input)).data
  expect((await find({ q: handle })).data).toMatchObject([{ handle, skus: 1, stock: 12, category: 'dresses' }])
  expect((await find({ q: `${handle}-M` })).data).toMatchObject([{ handle }])
  expect((await find({ q: 'swimsuit' })).data.map((one) => one.id)).toEqual([goods.swimsuit])
  expect((await find({ status: 'hidden' })).data.map((one) => one.handle)).toContain('takendown')
  expect((await find({ category: 'dresses', sort: 'newest' })).data[0]).toMatchObject({ handle })
  for (const sort of ['newest', 'oldest', 'handle'] as const) {
    const whole = (await find({ sort, limit: 200 })).data.map((one) => one.id)
    const pages: number[] = []
    let after: string | undefined
    do {
      const page = await find({ sort, limit: 3, ...(after && { after }) })
      pages.push(...page.data.map((one) => one.id))
      after = page.next ?? undefined
    } while (after)
    expect(pages).toEqual(whole)
  }
})

test('returns the price of the cheapest SKU, and null for a product without a price', async () => {
  const read = async () => (await mia.call(calls.listStaffProducts, { q: handle })).data.data
  const reduced = [{ price: dollars(12_000), special: dollars(9_000) }]
  const skus = [
    sku('S', 'S'),
    sku('M', 'M', { prices: reduced }),
    sku('L', 'L', { prices: [{ price: dollars(9_500) }] }),
  ]
  const { data, etag } = await mia.call(calls.createProduct, { ...dress(), skus })
  expect(await read()).toMatchObject([{ skus: 3, stock: 36, price: dollars(9_000), before: dollars(12_000) }])
  await mia.call(calls.saveSkuGrid, { handle, skus: [sku('S', 'S')] }, { ifMatch: etag ?? '' })
  expect(await read()).toMatchObject([{ skus: 1, stock: 12, price: dollars(12_800), before: dollars(16_000) }])
  await removeSku(shop.shop.db, data.skus[0]?.id ?? 0)
  expect(await read()).toMatchObject([{ skus: 0, stock: 0, low_skus: 0, price: null, before: null }])
})

test('lists and counts the products of each view by stock, texts and sale kind', async () => {
  const read = async (input: object) => (await mia.call(calls.listStaffProducts, { limit: 200, ...input })).data
  const handles = async (input: object) => (await read(input)).data.map((one) => one.handle)
  await mia.call(calls.createProduct, { ...dress(), sale: 'final_sale', skus: [sku('S', 'S', { stock: 5 }), sku('M')] })
  const low = handle
  handle = `ebb-dress-${++made}`
  await mia.call(calls.createProduct, { ...dress(), skus: [sku('M', 'M', { stock: 0 })] })
  const out = handle
  handle = `ebb-dress-${++made}`
  const texts = { de: { name: 'Ebbe-Kleid', description: '' } }
  await mia.call(calls.createProduct, { ...dress(), status: 'hidden', texts, skus: [sku('M', 'M', { stock: 1 })] })
  expect(await handles({ stock: 'low' })).toContain(low)
  expect(await handles({ stock: 'low' })).not.toContain(out)
  expect(await handles({ stock: 'out' })).toContain(out)
  expect(await handles({ stock: 'out' })).not.toContain(low)
  // Hidden products cannot be bought, so their low stock does not matter.
  expect(await handles({ stock: 'low' })).not.toContain(handle)
  expect(await handles({ texts: 'missing' })).toContain(low)
  expect(await handles({ texts: 'missing' })).not.toContain(handle)
  expect(await handles({ sale: 'final_sale' })).toEqual([low, 'finalsale'])
  expect((await read({ q: low })).data).toMatchObject([{ low_skus: 1, stock: 17, sale: 'final_sale', stars: null }])
  const { counts } = (await mia.call(calls.countStaffProducts, {})).data
  for (const [name, input] of Object.entries({
    all: {},
    live: { status: 'live' },
    low: { stock: 'low' },
    out: { stock: 'out' },
    texts_missing: { texts: 'missing' },
  })) {
    expect((await read(input)).total, name).toBe(counts[name as keyof typeof counts])
  }
})
