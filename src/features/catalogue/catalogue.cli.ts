import { toPriceValue } from '#contract/money/money.ts'
import { readCurrencyStyle } from '#features/settings/server/settings.service.ts'
import { defineCommand, parseLimit, type StaffCommands, UsageError } from '#server/cli/command.ts'
import { countOf, printMoment, printMoney, printTable } from '#server/cli/print.ts'
import { changePrices, listSkuPrices } from './prices.staff.contract.ts'
import { type ProductState, productStateNames } from './product.staff.rules.ts'
import { editProduct, listStaffProducts } from './products.staff.contract.ts'
import { rebuildListings } from './server/lists/rebuild-listings.service.ts'
import { stockReasons } from './stock.rules.ts'
import { changeStock, listStock } from './stock.staff.contract.ts'

const maxRows = 200

const list = defineCommand({
  verb: 'products',
  alias: 'product',
  usage: '[--find words] [--status live] [--limit 50]',
  options: { find: { type: 'string' }, status: { type: 'string' }, limit: { type: 'string' } },
  async run({ call }, { options: { find, status, limit } }) {
    const { data: page } = await call(listStaffProducts, {
      limit: Math.min(parseLimit(limit), maxRows),
      ...(find && { q: find }),
      ...(status && { status: parseState(status) }),
    })
    if (page.data.length === 0) return 'No products.'
    return printTable(
      ['Product', 'Name', 'Status', 'Category', 'SKUs', 'Stock', 'Created'],
      page.data.map((one) => [
        one.handle,
        one.name,
        one.status,
        one.category,
        one.skus,
        one.stock,
        printMoment(one.created_at),
      ]),
    )
  },
})

function parseState(word: string): ProductState {
  const state = productStateNames.find((name) => name === word.toLowerCase())
  if (!state) throw new UsageError(`--status must be one of ${productStateNames.join(', ')}.`)
  return state
}

const setState = (verb: string, status: ProductState, about: string) =>
  defineCommand({
    verb,
    usage: '<product>',
    about,
    async run({ call }, { rest }) {
      const handle = rest[0] ?? ''
      if (handle === '') throw new UsageError(`Enter the handle of the product, such as: ${verb} ebb-wrap-midi-dress`)
      const { data } = await call(editProduct, { handle, status })
      return `${data.handle} is ${data.status}.`
    },
  })

const stock = defineCommand({
  verb: 'stock',
  usage: '[--below 5] [--limit 50]',
  about: 'lists the stock of each SKU, lowest first',
  options: { below: { type: 'string' }, limit: { type: 'string' } },
  async run({ call }, { options: { below, limit } }) {
    const { data: page } = await call(listStock, {
      sort: 'stock',
      limit: Math.min(parseLimit(limit), maxRows),
      ...(below !== undefined && { below: parseCount(below) }),
    })
    if (page.data.length === 0) return 'No SKUs.'
    return printTable(
      ['SKU', 'Stock', 'Product', 'Options'],
      page.data.map((one) => [one.sku, one.stock, one.product.name, one.options.map(({ value }) => value).join(', ')]),
    )
  },
})

function parseCount(text: string): number {
  if (!/^\d{1,8}$/.test(text)) throw new UsageError(`A whole number is expected, not "${text}".`)
  return Number(text)
}

const reasonUsage = stockReasons.join('|')

function parseReason(word: string): (typeof stockReasons)[number] {
  const reason = stockReasons.find((one) => one === word)
  if (!reason) throw new UsageError(`Enter the reason, which is one of ${stockReasons.join(', ')}.`)
  return reason
}

const restock = defineCommand({
  verb: 'restock',
  usage: `<sku> <40|+5> <${reasonUsage}> [note]`,
  about: 'sets the stock to a counted number, or adds received units with +',
  async run({ call }, { rest: [sku = '', amount = '', reason = '', ...note] }) {
    const count = parseCount(amount.replace(/^[+]/, ''))
    const change = amount.startsWith('+') ? { by: count } : { set: count }
    const item = { sku, ...change, reason: parseReason(reason), note: note.join(' ') }
    const { data } = await call(changeStock, { items: [item] })
    return `${sku} now has ${data.moves[0]?.stock ?? 0} in stock.`
  },
})

// A separate command, because a negative number would be parsed as an option.
const removeStock = defineCommand({
  verb: 'take-away',
  usage: `<sku> <3> <${reasonUsage}> [note]`,
  about: 'removes units from the stock',
  async run({ call }, { rest: [sku = '', amount = '', reason = '', ...note] }) {
    const item = { sku, by: -parseCount(amount), reason: parseReason(reason), note: note.join(' ') }
    const { data } = await call(changeStock, { items: [item] })
    return `${sku} now has ${data.moves[0]?.stock ?? 0} in stock.`
  },
})

const price = defineCommand({
  verb: 'price',
  usage: '<sku> [<amount> <currency> [--from x] [--to x]]',
  about: 'sets a price, such as 128.00 USD; without a price, lists past, current and planned prices',
  options: { from: { type: 'string' }, to: { type: 'string' } },
  async run({ call, db }, { rest: [sku = '', amount, currency = ''], options: { from, to } }) {
    if (sku === '') throw new UsageError('Enter the SKU, such as: price EBB-CLA-M 128.00 USD')
    const money = async (value: { amount: number; currency: string } | null) =>
      value
        ? printMoney(value.amount, value.currency, (await readCurrencyStyle(db, value.currency)).decimals)
        : 'converted'
    if (amount === undefined) {
      const { data: page } = await call(listSkuPrices, { sku })
      if (page.data.length === 0) return 'No price changes.'
      const rows = await Promise.all(
        page.data.map(async (one) => [
          await money(one.price),
          printMoment(one.from),
          one.to ? printMoment(one.to) : '',
          one.is_running ? 'current' : one.state,
          one.by,
        ]),
      )
      return printTable(['Price', 'From', 'Until', 'State', 'By'], rows)
    }
    const { decimals } = await readCurrencyStyle(db, currency.toUpperCase())
    const item = {
      sku,
      currency: currency.toUpperCase(),
      price: parseAmount(amount, decimals),
      from: parseMoment(from),
      to: parseMoment(to),
    }
    const { data } = await call(changePrices, { items: [item] })
    const [made] = data.prices
    return `${sku} ${made?.state === 'planned' ? `will cost ${await money(made.price)} from ${printMoment(made.from)}` : `costs ${await money(made?.price ?? null)}`}.`
  },
})

/**
 * Converts an amount such as `128` or `128.00` to minor units. The conversion works on digits, because fractions would
 * lose precision.
 */
function parseAmount(text: string, decimals: number): number {
  const [, whole, part = ''] = /^(\d{1,10})(?:\.(\d+))?$/.exec(text) ?? []
  if (whole === undefined || part.length > decimals) {
    throw new UsageError(`A price such as ${toPriceValue(12_800, decimals)} is expected, not "${text}".`)
  }
  return Number(whole + part.padEnd(decimals, '0'))
}

function parseMoment(text: string | undefined): string | null {
  if (text === undefined) return null
  const hasZone = /(?:[zZ]|[+-]\d\d:?\d\d)$/.test(text)
  const time = new Date(hasZone || !text.includes(':') ? text : `${text.trim().replace(' ', 'T')}Z`)
  if (Number.isNaN(time.getTime()))
    throw new UsageError(`A time such as "2026-06-15 10:00" (UTC) is expected, not "${text}".`)
  return time.toISOString()
}

const rebuild = defineCommand({
  verb: 'rebuild-listings',
  usage: '',
  about: 'rebuilds the product lists of the shop',
  run: async ({ db }) => `${countOf(await rebuildListings(db), 'product')} rebuilt.`,
})

export const catalogueCommands: StaffCommands = {
  heading: 'Catalogue',
  list,
  commands: [
    setState('put-on-sale', 'live', 'shows a product in the shop'),
    setState('take-down', 'hidden', 'hides a product until it is put on sale again'),
    stock,
    restock,
    removeStock,
    price,
    rebuild,
  ],
}
