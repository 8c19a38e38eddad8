import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { removeDue } from '#app/retention.ts'
import { getProduct } from '#features/catalogue/catalogue.contract.ts'
import { products, skus } from '#features/catalogue/server/catalogue.tables.ts'
import { stockMoves } from '#features/catalogue/server/skus/stock.tables.ts'
import { subscribers } from '#features/coupons/server/coupons.tables.ts'
import { findArchivedOrder } from '#features/orders/server/lookup/archived-orders.service.ts'
import { languages } from '#features/settings/server/settings.tables.ts'
import { customers } from '#features/sign-in/server/sign-in.tables.ts'
import { forgotPassword, signIn } from '#features/sign-in/sign-in.contract.ts'
import { auditRows } from '#features/staff/server/staff.tables.ts'
import { taxCategories } from '#features/tax/server/tax.tables.ts'
import { buy, goods, stockShop } from '#testing/shops/stocked-shop.ts'
import { type StaffPerson, testStaff } from '#testing/staff.ts'
import { testShop } from '#testing/test-shop.ts'
import type { ImportKindName } from '../imports.rules.ts'
import {
  createImport,
  getImport,
  leaveOutRows,
  listImportRows,
  listImports,
  runImport,
  stopImport,
  undoImport,
} from '../imports.staff.contract.ts'
import { imports } from './imports.tables.ts'
import { processImports } from './work/process-imports.service.ts'

const shop = testShop()
const staff = testStaff(shop)
let owner: StaffPerson

beforeAll(async () => {
  await stockShop(shop.shop.db, shop.clock.now())
  await shop.shop.db.insert(languages).values({ id: 1, code: 'en', ownName: 'English', englishName: 'English' })
  owner = await staff.member('owner')
})

async function send(kind: ImportKindName, file: string, format: 'csv' | 'json' = 'csv', who = owner) {
  return (await who.call(createImport, { kind, format, file_name: `${kind}.${format}`, file })).data
}
async function run(id: string) {
  await owner.call(runImport, { id })
  await processImports(shop.shop)
  return (await owner.call(getImport, { id })).data
}
const rowsOf = async (id: string, outcome?: 'new' | 'changed' | 'wrong') =>
  (await owner.call(listImportRows, { id, outcome })).data.data
const readSku = async (sku: string) => (await shop.shop.db.select().from(skus).where(eq(skus.sku, sku)))[0]

const head = 'handle,name,description,status,categories,option1_name,option1_value,sku,stock,price,compare_at,price_eur'
const coat = `${head}
ebb-coat,Ebb Coat,"Warm, and ""long""",live,Coats & Jackets|dresses,Size,S,EBB-S,3,128.00,160.00,119.00
ebb-coat,,,,,Size,M,EBB-M,0,128.00,,
hood,Hood,,live,Coats & Jackets,,,HOOD,5,20,,
`

describe('products', () => {
  test('previews a file without changing anything, and puts the products on sale right after the run', async () => {
    const preview = await send(
      'products',
      `${coat}bad-one,No price,,live,,,,BAD,1,,,\nbad-two,Odd,,flying,,,,ODD,1,1,,\n`,
    )
    expect(preview).toMatchObject({
      status: 'ready',
      format: 'csv',
      preview: { new: 2, changed: 0, unchanged: 0, wrong: 2 },
      possible: ['run'],
    })
    expect(await rowsOf(preview.id, 'wrong')).toMatchObject([
      { line: 5, problem: 'sku BAD has no price' },
      { line: 6, problem: 'status: "flying" must be live, hidden or ended' },
    ])
    expect(await readSku('EBB-S')).toBeUndefined()
    expect(await run(preview.id)).toMatchObject({ status: 'done', done: 2, possible: ['undo'] })
    const shown = await shop.stranger().call(getProduct, { handle: 'ebb-coat', currency: 'EUR' })
    expect(shown).toMatchObject({
      name: 'Ebb Coat',
      description: 'Warm, and "long"',
      product_basic_category: { code: 'coats_jackets', name: 'Coats & Jackets' },
      image: '/catalogue/no-picture.svg',
      skus: [
        { sku: 'EBB-S', inventory: 3, price: { price_value: '119.00' }, options: [{ name: 'Size', value_name: 'S' }] },
        { sku: 'EBB-M', inventory: 0, price: { price_value: '115.20' } },
      ],
    })
  })

  test('previews no change for the same file, lists a new price by field, and restores the earlier state on undo', async () => {
    expect((await send('products', coat)).preview).toEqual({ new: 0, changed: 0, unchanged: 2, wrong: 0 })
    const file = 'handle,sku,price,stock\nebb-coat,EBB-S,99.50,7\n'
    const preview = await send('products', file)
    expect(preview.preview).toMatchObject({ changed: 1 })
    const [row] = await rowsOf(preview.id, 'changed')
    expect(row?.changes.map(({ field }) => field)).toEqual(['skus.EBB-S.stock', 'skus.EBB-S.prices'])
    await run(preview.id)
    expect(await readSku('EBB-S')).toMatchObject({ priceAmount: 9950, inventory: 7 })
    expect(await readSku('EBB-M')).toMatchObject({ priceAmount: 12_800 })
    const [move] = await shop.shop.db.select().from(stockMoves).where(eq(stockMoves.sku, 'EBB-S'))
    expect(move).toMatchObject({ by: 4, stock: 7, actorName: 'Tess owner', note: 'Import of products.csv' })
    // Two units are sold meanwhile, and the undo does not restore their stock.
    await shop.shop.db.update(skus).set({ inventory: 5 }).where(eq(skus.sku, 'EBB-S'))
    await owner.call(undoImport, { id: preview.id })
    await processImports(shop.shop)
    expect((await owner.call(getImport, { id: preview.id })).data).toMatchObject({ status: 'undone', taken_back: 1 })
    expect(await readSku('EBB-S')).toMatchObject({ priceAmount: 12_800, compareAtAmount: 16_000, inventory: 1 })
  })

  test('removes imported products on undo, except products bought or changed since', async () => {
    const file = (name: string) =>
      `handle,name,sku,price,stock\n${name}-a,A,${name}-A,1,9\n${name}-b,B,${name}-B,1,9\n${name}-c,C,${name}-C,1,9\n`
    const { id } = await send('products', file('undo'))
    await run(id)
    const bought = await readSku('undo-B')
    await buy(shop.shop, await shop.signedIn(), [bought?.id ?? 0])
    await shop.shop.db.update(products).set({ name: 'Mine now' }).where(eq(products.handle, 'undo-c'))
    await owner.call(undoImport, { id })
    await processImports(shop.shop)
    expect((await owner.call(getImport, { id })).data).toMatchObject({ status: 'undone', taken_back: 2, left: 1 })
    const left = await shop.shop.db.select().from(products)
    const named = new Map(left.map(({ handle, status }) => [handle, status]))
    expect(named.has('undo-a')).toBe(false)
    expect(named.get('undo-b')).toBe(0)
    expect(named.get('undo-c')).toBe(1)
  })

  test('rejects an undo after a day, and a second run of an import', async () => {
    const { id } = await send('products', 'handle,name,sku,price\nlater,Later,LATER,1\n')
    await run(id)
    await expect(owner.call(runImport, { id })).rejects.toMatchObject({ problem: { code: 'import_moved_on' } })
    shop.clock.advance(25 * 60 * 60 * 1000)
    const late = await staff.member('owner')
    await expect(late.call(undoImport, { id })).rejects.toMatchObject({ problem: { status: 409 } })
    owner = late
  })

  test('reads and keeps the tax categories of products, and rejects unknown codes', async () => {
    await shop.shop.db.insert(taxCategories).values({ code: 'clothing', name: 'Clothing' }).onConflictDoNothing()
    const columns = 'handle,name,tax_category,sku,price'
    const { id, preview } = await send('products', `${columns}\ntaxed,Taxed,clothing,TAXED,1\nodd,Odd,moon,ODD,1\n`)
    expect(preview).toMatchObject({ new: 1, wrong: 1 })
    await run(id)
    await run((await send('products', 'handle,name,sku,price\ntaxed,Taxed again,TAXED,1\n')).id)
    const [taxed] = await shop.shop.db.select().from(products).where(eq(products.handle, 'taxed'))
    expect(taxed).toMatchObject({ name: 'Taxed again', taxCategory: 'clothing' })
  })

  test('detects the export of Shopify by its columns', async () => {
    const shopify = `Handle,Title,Body (HTML),Vendor,Product Category,Type,Tags,Published,Option1 Name,Option1 Value,Variant SKU,Variant Grams,Variant Inventory Qty,Variant Price,Variant Compare At Price,Image Src,Image Position,Image Alt Text,Status
linen-dress,Linen Dress,"<p>Cool &amp; light.</p><ul><li>Linen</li></ul>",Harbor,Apparel > Dresses,Dresses,,true,Colour,Sand,LIN-SAND,350.4,4,89.00,120.00,https://cdn.example/1.jpg,1,Front,active
linen-dress,,,,,,,,,Clay,,,0,89.00,,https://cdn.example/2.jpg,2,Back,
linen-dress,,,,,,,,,,,,,,,https://cdn.example/3.jpg,3,,
cap,Cap,,Harbor,,,,false,Title,Default Title,CAP,,1,15.00,,,,,draft
`
    const preview = await send('products', shopify)
    expect(preview).toMatchObject({ format: 'shopify', preview: { new: 2, wrong: 0 }, pictures: { waiting: 3 } })
    await run(preview.id)
    const shown = await shop.stranger().call(getProduct, { handle: 'linen-dress' })
    expect(shown).toMatchObject({
      description: 'Cool & light.\nLinen',
      product_basic_category: { code: 'dresses' },
      skus: [
        { sku: 'LIN-SAND', inventory: 4, options: [{ name: 'Color', value_name: 'Sand' }] },
        { sku: 'LINEN-DRESS-CLAY', inventory: 0 },
      ],
    })
    expect(shown.images.map(({ path }) => path)).toEqual([
      expect.stringMatching(/^\/catalogue\/p-[0-9a-f]{32}\.webp$/),
      expect.any(String),
      expect.any(String),
    ])
    const [cap] = await shop.shop.db.select().from(products).where(eq(products.handle, 'cap'))
    expect(cap?.status).toBe(0)
    expect(await readSku('LIN-SAND')).toMatchObject({ weight: 350 })
    expect(await readSku('CAP')).toMatchObject({ weight: null })
    expect((await send('products', shopify)).preview).toMatchObject({ unchanged: 2 })
  })

  test('reads JSON as a list or as one value per line, and skips invalid values', async () => {
    const one = (handle: string) => ({
      handle,
      name: 'Scarf {"[',
      skus: [{ sku: `${handle}-1`, stock: 1, prices: [{ price: { amount: 500, currency: 'JPY' } }] }],
    })
    const asList = JSON.stringify([one('json-a'), { handle: 'Not a handle' }, one('json-b')], null, 1)
    const listed = await send('products', asList, 'json')
    expect(listed.preview).toMatchObject({ new: 2, wrong: 1 })
    const asLines = `${JSON.stringify(one('json-c'))}\n{"handle": }\n${JSON.stringify(one('json-d'))}`
    expect((await send('products', asLines, 'json')).preview).toMatchObject({ new: 2, wrong: 1 })
    await run(listed.id)
    expect(await readSku('json-b-1')).toMatchObject({ currency: 'JPY', priceAmount: 500 })
  })

  test('marks a row that fails while writing as invalid, and writes the other rows', async () => {
    const file =
      'handle,name,sku,price\ntwin-a,A,TWIN,1\ntwin-b,B,TWIN,1\ntwin-c,C,TWIN-C,1\ntwin-c,C,TWIN-D,2\ntwin-a,A,TWIN-E,3\n'
    const preview = await send('products', file)
    expect(preview.preview).toMatchObject({ new: 3, wrong: 1 })
    expect((await rowsOf(preview.id, 'wrong'))[0]?.problem).toContain('twin-a is in the file twice')
    expect(await run(preview.id)).toMatchObject({ status: 'done', done: 2, preview: { new: 2, wrong: 2 } })
    expect(await readSku('TWIN-D')).toMatchObject({ priceAmount: 200 })
  })

  test('exports invalid rows unchanged, and imports the rows once they are corrected', async () => {
    const { id } = await send(
      'products',
      'Handle,Name,SKU,Price\nsound,Sound,SOUND,1\nworn,Worn,WORN,ten\n=cmd,X,Y,1\n',
    )
    const answer = await owner.fetch(`/staff-api/v1/imports/${id}/wrong.csv`)
    expect(answer.headers.get('content-disposition')).toContain('wrong-products.csv')
    const file = await answer.text()
    expect(file.split('\n')).toEqual([
      'Handle,Name,SKU,Price,problem',
      `worn,Worn,WORN,ten,"price: ""ten"" is not an amount in USD"`,
      expect.stringContaining(`'=cmd,X,Y,1,"handle is not a valid handle`),
      '',
    ])
    expect((await send('products', file.replace('ten,', '10,').replace(/\n'=cmd.*\n/, '\n'))).preview).toMatchObject({
      new: 1,
      wrong: 0,
    })
  })
})

test.each([
  ['csv', '', 'the file is empty'],
  ['csv', 'handle,name\n"a', 'a quoted value has no closing quote'],
  ['json', '', 'the file is empty'],
  ['json', '[{"a": 1}', 'the file is incomplete'],
  ['json', 'no', 'the file is not valid JSON'],
  ['json', '["a"]', 'a list of objects was expected'],
] as const)('rejects a broken %s file and leaves nothing behind (case %#)', async (format, file, reason) => {
  const before = await shop.shop.db.$count(imports)
  await expect(send('products', file, format)).rejects.toMatchObject({
    problem: { status: 422, errors: [{ field: 'file', detail: expect.stringContaining(reason) }] },
  })
  expect(await shop.shop.db.$count(imports)).toBe(before)
})

test('rejects a file above the limit during the upload', async () => {
  const { receiveImport } = await import('./work/receive-import.service.ts')
  const small = { ...shop.shop, bounds: { ...shop.shop.bounds, importBytes: 1000 } }
  let sent = 0
  async function* endless() {
    for (;;) {
      sent += 200
      yield new TextEncoder().encode('x,y\n'.repeat(50))
    }
  }
  const given = { kind: 'products', format: 'csv', fileName: '', currency: 'USD', by: 'x' } as const
  await expect(receiveImport(small, given, endless())).rejects.toMatchObject({ status: 413 })
  expect(sent).toBeLessThan(5000)
})

test('resumes a stopped import at the next row, and writes each row once even with two workers', async () => {
  const lines = Array.from({ length: 450 }, (_, at) => `many-${at},Many,MANY-${at},1,${at}`)
  const { id } = await send('products', `handle,name,sku,price,stock\n${lines.join('\n')}\n`)
  await owner.call(runImport, { id })
  await owner.call(stopImport, { id })
  await processImports(shop.shop)
  expect((await owner.call(getImport, { id })).data).toMatchObject({ status: 'stopped', done: 0, possible: ['run'] })
  await owner.call(runImport, { id })
  await Promise.all([processImports(shop.shop), processImports(shop.shop)])
  await processImports(shop.shop)
  expect((await owner.call(getImport, { id })).data).toMatchObject({ status: 'done', done: 450, to_do: 450 })
})

test('skips records that are left out, and writes these records once they are included again', async () => {
  const lines = ['handle,name,status,sku,stock,price', ...['a', 'b', 'c'].map((it) => `lo-${it},It,live,LO-${it},1,10`)]
  const { id } = await send('products', [...lines, 'lo-d,No price,live,LO-d,1,'].join('\n'))
  const leave = (rows: number[], is_left_out = true) => owner.call(leaveOutRows, { id, lines: rows, is_left_out })
  expect((await leave([2, 3])).data).toMatchObject({ to_do: 1, left_out: 2 })
  // A repeated line is counted once. Invalid records and unknown lines are ignored.
  expect((await leave([3, 5, 99])).data).toMatchObject({ to_do: 1, left_out: 2 })
  expect((await leave([3], false)).data).toMatchObject({ to_do: 2, left_out: 1 })
  const support = await staff.member('warehouse')
  await expect(support.call(leaveOutRows, { id, lines: [2] })).rejects.toMatchObject({ problem: { status: 403 } })
  expect(await run(id)).toMatchObject({ status: 'done', done: 2, to_do: 2, left_out: 1 })
  expect((await rowsOf(id, 'new')).map(({ state }) => state)).toEqual(['left_out', 'done', 'done'])
  expect(await readSku('LO-a')).toBeUndefined()
  expect(await readSku('LO-b')).toBeDefined()
  await expect(leave([2], false)).rejects.toMatchObject({ problem: { code: 'import_moved_on' } })
  await owner.call(undoImport, { id })
  await processImports(shop.shop)
  expect(await readSku('LO-b')).toBeUndefined()
})

test('sets stock by SKU and marks rows with unknown SKUs as invalid', async () => {
  const preview = await send('stock', `sku;stock\nSKU-${goods.scarf};12\nNOPE;1\nSKU-${goods.bag};-1\n`)
  expect(preview.preview).toMatchObject({ changed: 1, wrong: 2 })
  await run(preview.id)
  expect(await readSku(`SKU-${goods.scarf}`)).toMatchObject({ inventory: 12 })
})

describe('prices in files', () => {
  const shopify = (handle: string, more = '') =>
    `Handle,Title,Variant SKU,Variant Price,Variant Inventory Qty${more && ',Currency'}\n${handle},Coat,${handle},89.00,1${more}\n`
  const importAll = async (file: string, currency?: string) => {
    const { data } = await owner.call(createImport, { kind: 'products', file, ...(currency && { currency }) })
    await run(data.id)
    return data
  }

  test('reads the prices of a Shopify file in euros if the call or a column specifies euros', async () => {
    expect(await importAll(shopify('euro-call'), 'EUR')).toMatchObject({ currency: 'EUR', preview: { new: 1 } })
    expect(await readSku('euro-call')).toMatchObject({ currency: 'EUR', priceAmount: 8_900 })
    await importAll(shopify('euro-column', ',EUR'))
    expect(await readSku('euro-column')).toMatchObject({ currency: 'EUR', priceAmount: 8_900 })
  })

  test('applies the currency of a product to all of its lines', async () => {
    await importAll('handle,name,currency,sku,price\nline,Line,EUR,LINE-1,89\nline,,,LINE-2,99\n')
    expect(await readSku('LINE-2')).toMatchObject({ currency: 'EUR', priceAmount: 9_900 })
  })

  test('stores no dollar price for a product with euro prices only', async () => {
    await importAll('handle,name,sku,price_eur,stock\nonly,Only,ONLY,89.00,1\n')
    expect(await readSku('ONLY')).toMatchObject({ currency: 'EUR', priceAmount: 8_900, isFree: false })
  })

  test('imports weights in grams, leaves out weights unchanged, and exports the weights', async () => {
    await importAll('handle,name,sku,price,weight\nstone,Stone,STONE,5.00,1000000\n')
    expect(await readSku('STONE')).toMatchObject({ weight: 1_000_000 })
    await importAll('handle,sku,price\nstone,STONE,6.00\n')
    expect(await readSku('STONE')).toMatchObject({ weight: 1_000_000, priceAmount: 600 })
    const { id, preview } = await importAll('handle,sku,weight\nstone,STONE,1000001\n')
    expect(preview).toMatchObject({ wrong: 1 })
    expect(await rowsOf(id, 'wrong')).toMatchObject([{ problem: expect.stringContaining('"1000001" is not a weight') }])
    const csv = await (await owner.fetch('/staff-api/v1/exports/products.csv')).text()
    expect(csv.split('\n').find((line) => line.startsWith('stone,'))).toContain('STONE,0,1000000,')
    expect((await send('products', csv)).preview).toMatchObject({ new: 0, changed: 0, wrong: 0 })
  })

  test('rejects a price of 0 unless the file marks the product as free, and exports the mark', async () => {
    const file = 'handle,name,sku,price,free\nnothing,Nothing,NOTHING,0,\ngift-box,Gift,GIFT-BOX,0,yes\n'
    const { id, preview } = await importAll(file)
    expect(preview).toMatchObject({ new: 1, wrong: 1 })
    expect(await rowsOf(id, 'wrong')).toMatchObject([
      { line: 2, key: 'nothing', problem: expect.stringContaining('sku NOTHING has a price of 0') },
    ])
    expect(await readSku('GIFT-BOX')).toMatchObject({ priceAmount: 0, isFree: true })
    const csv = await (await owner.fetch('/staff-api/v1/exports/products.csv')).text()
    expect(csv.split('\n').find((line) => line.startsWith('gift-box,'))).toContain('0.00,,,,yes')
    expect((await send('products', csv)).preview).toMatchObject({ new: 0, changed: 0, wrong: 0 })
  })
})

test('reports the handle and the spreadsheet row of a problem', async () => {
  const file = `Handle,Title,Body (HTML),Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Inventory Qty
tee,Tee,"Soft
and

long",Size,S,TEE-S,10,1
tee,,,,M,TEE-M,10,-2

cap,Cap,,Size,,CAP,15,1
hat,Hat,,,,HAT,free,1
sock,Sock,,,,TEE-S,5,1
`
  const { id, preview } = await send('products', file)
  expect(preview.wrong).toBe(3)
  expect((await rowsOf(id, 'wrong')).map(({ line, key, problem }) => [line, key, problem])).toEqual([
    [3, 'tee', 'stock: -2 must not be below 0: enter 0 for items that are sold out'],
    [5, 'cap', 'Size has no value'],
    [6, 'hat', 'price: "free" is not an amount in USD'],
  ])
})

test('reports the line of missing option values and of SKU problems', async () => {
  const file = `handle,name,option1_name,option1_value,sku,stock,price
shirt,Shirt,Size,S,SHIRT-S,1,10
shirt,,,M,SHIRT-M,1,10
vest,Vest,Size,S,VEST-S,1,10
vest,,Size,,VEST-M,1,10
belt,Belt,,L,BELT,1,10
coat,Coat,Size,S,COAT-S,1,10
coat,,,,COAT-M,1,10
`
  const { id, preview } = await send('products', file)
  expect(preview).toMatchObject({ new: 1, wrong: 3 })
  expect((await rowsOf(id, 'wrong')).map(({ line, key, problem }) => [line, key, problem])).toEqual([
    [5, 'vest', 'option1_value is missing for Size'],
    [6, 'belt', 'option1_name is missing for L'],
    [8, 'coat', 'sku COAT-M has no value for the option Size'],
  ])
  const json = JSON.stringify([{ handle: 'scarf-2', skus: [{ sku: 'SC-2', stock: -1 }] }, { name: 'x' }])
  const wrong = await rowsOf((await send('products', json, 'json')).id, 'wrong')
  expect(wrong.map(({ key, problem }) => [key, problem])).toEqual([
    ['scarf-2', 'sku SC-2: stock must be at least 0'],
    [null, 'handle is missing'],
  ])
  const counted = await rowsOf((await send('stock', `sku,stock\nSKU-${goods.scarf},-3\n`)).id, 'wrong')
  expect(counted.map(({ line, key }) => [line, key])).toEqual([[2, `SKU-${goods.scarf}`]])
})

test('imports customers without a password, who set one by mail, and keeps existing data', async () => {
  const ada = await shop.signedIn()
  const file = `First Name,Last Name,Email,Accepts Email Marketing,Default Address Address1,Default Address City,Default Address Country Code,Default Address Zip,Default Address Phone
Ann,Friend,Ann@Old.test,yes,1 Quay,Hull,GB,HU1,+44 1482 000000
Bo,,bo@old.test,no,2 Quay,Hull,GB,HU1,
Ada,Lind,${ada.email},no,,,,,
,,nobody,no,,,,,
`
  const preview = await send('customers', file)
  expect(preview).toMatchObject({ format: 'shopify', preview: { new: 2, changed: 1, wrong: 1 } })
  await run(preview.id)
  const people = await shop.shop.db.select().from(customers)
  expect(people.find(({ email }) => email === 'ann@old.test')).toMatchObject({ name: 'Ann Friend' })
  expect(people.find(({ email }) => email === ada.email)).toMatchObject({ name: 'Ada Lind' })
  expect((await shop.shop.db.select().from(subscribers)).map(({ email }) => email)).toEqual(['ann@old.test'])
  for (const password of ['', 'none', 'Harbor2026']) {
    await expect(shop.stranger().call(signIn, { email: 'ann@old.test', password })).rejects.toMatchObject({})
  }
  await shop.stranger().call(forgotPassword, { email: 'ann@old.test' })
  expect(await shop.mailsTo('ann@old.test')).toHaveLength(1)
  await owner.call(undoImport, { id: preview.id })
  await processImports(shop.shop)
  const left = (await shop.shop.db.select().from(customers)).map(({ email }) => email)
  expect(left).not.toContain('bo@old.test')
  expect(left).toContain(ada.email)
})

test('imports Shopify orders for lookup by email and number, and changes nothing the second time', async () => {
  const file = `Name,Email,Financial Status,Paid at,Currency,Subtotal,Shipping,Total,Discount Amount,Shipping Method,Created at,Lineitem quantity,Lineitem name,Lineitem price,Shipping Name,Shipping City,Shipping Country,Shipping Phone
#1001,Old@Shop.test,paid,2023-11-14 22:13:20 -0500,USD,50.00,5.00,55.00,0.00,Standard,2023-11-14 22:13:19 -0500,2,Hat - Sand / M,10.00,Ann Friend,Hull,GB,'+44 1
#1001,Old@Shop.test,,,,,,,,,,1,Scarf,30.00,,,,
#1002,old@shop.test,paid,yesterday,USD,1,0,1,0,,,1,Pin,1.00,,,,
`
  const preview = await send('orders', file)
  expect(preview).toMatchObject({ format: 'shopify', preview: { new: 1, wrong: 1 } })
  await run(preview.id)
  const input = { email: 'old@shop.test', orderNo: '1001', maxLines: 100 }
  expect(await findArchivedOrder(shop.shop.db, input)).toMatchObject({
    total: '55.00',
    pay_confirm_time: Date.UTC(2023, 10, 15, 3, 13, 20) / 1000,
    shipping_address: { firstname: 'Ann', lastname: 'Friend', city: 'Hull' },
    orderItems: [
      { sku_name_en: 'Hat', sku_attr_en: 'Sand / M', Price: '10.00' },
      { sku_name_en: 'Hat' },
      { sku_name_en: 'Scarf' },
    ],
  })
  expect((await send('orders', file)).preview).toMatchObject({ unchanged: 1, new: 0 })
  await owner.call(undoImport, { id: preview.id })
  await processImports(shop.shop)
  expect(await findArchivedOrder(shop.shop.db, input)).toBe(null)
})

test('requires the scope for the imported data in addition to the scope for imports', async () => {
  const marketing = await staff.member('marketing')
  await expect(send('customers', 'email\na@b.test\n', 'csv', marketing)).rejects.toMatchObject({
    problem: { status: 403, code: 'not_allowed' },
  })
  expect((await send('products', 'handle,name,sku,price\nm,M,M,1\n', 'csv', marketing)).status).toBe('ready')
  expect((await owner.call(listImports, { limit: 2 })).data.data).toHaveLength(2)
  const auditedRows = await shop.shop.db.select().from(auditRows).where(eq(auditRows.call, 'POST /imports'))
  expect(auditedRows.length).toBeGreaterThan(5)
})

test('deletes old imports', async () => {
  shop.clock.advance(8 * 24 * 60 * 60 * 1000)
  await removeDue(shop.shop, 'removeOldImports')
  expect(await shop.shop.db.$count(imports)).toBe(0)
})
