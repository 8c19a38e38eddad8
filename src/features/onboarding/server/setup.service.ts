import { and, asc, eq, isNull, ne, sql } from 'drizzle-orm'
import type { StaffOutput } from '#contract/calls/staff-call.ts'
import { legalTitles } from '#contract/text/legal-titles.ts'
import { dayMs } from '#contract/times/times.ts'
import { availability } from '#features/catalogue/catalogue.rules.ts'
import { products } from '#features/catalogue/server/catalogue.tables.ts'
import { listOrderBlocks, type OrderBlock } from '#features/checkout/server/open-for-orders.service.ts'
import { shippingMethods } from '#features/markets/server/shipping-methods.tables.ts'
import { readShipsTo } from '#features/markets/server/ships-to.service.ts'
import { exampleShipping } from '#features/markets/shipping-methods.rules.ts'
import { listLegalPages } from '#features/pages/server/pages.service.ts'
import { findPaymentGap } from '#features/payments/server/payment-provider.staff.service.ts'
import { refunds } from '#features/payments/server/payments.tables.ts'
import { isHomeCurrencyFixed } from '#features/settings/server/home-currency.service.ts'
import { readHomeCurrency, readSettings } from '#features/settings/server/settings.service.ts'
import { currencyRates } from '#features/settings/server/settings.tables.ts'
import { staffMembers } from '#features/staff/server/staff.tables.ts'
import type { Shop } from '#server/shop.ts'
import { type getSetup as getSetupCall, setupSteps } from '../setup.staff.contract.ts'
import { readTaxSetup } from './tax-setup.service.ts'

type Setup = StaffOutput<typeof getSetupCall>
type StepName = (typeof setupSteps)[number]

/** The reason for each step, as one sentence for the shop owner. */
const reasons: Record<StepName, string> = {
  seller: 'The law requires that shoppers can see who the seller is.',
  countries: 'Checkout accepts only addresses in these countries.',
  currency: 'Limits, store credit and rates are in your own currency. It stays once there is an order.',
  tax: 'Decides which tax is charged and what invoices say.',
  shipping: 'Orders need at least one shipping method of your own. The example is only a placeholder.',
  return_address: 'Shoppers need to know where to send returns.',
  payment: 'Shoppers cannot pay without a payment provider.',
  mail: 'Shoppers get confirmations, password links and answers by email.',
  legal: 'Forms link to the terms and the privacy notice.',
  products: 'Add one by hand, or import a CSV or Shopify file.',
  test_order: 'Shows you what shoppers see, from the cart to the refund.',
  staff: 'A second person can help, and can still sign in if you cannot.',
}
const oldRateDays = 90

/** Returns the finished and the open setup steps, and whether the shop can open. */
export async function readSetup(shop: Shop): Promise<Setup> {
  const { db, clock } = shop
  const settings = await readSettings(db)
  const blocks = await listOrderBlocks(shop)
  const [rates] = await db.select({ oldest: sql<Date | null>`min(${currencyRates.asOf})` }).from(currencyRates)
  const [product] = await db
    .select({ id: products.id })
    .from(products)
    .where(eq(products.status, availability.forSale))
    .limit(1)
  const offersExample = await db.$count(
    shippingMethods,
    and(eq(shippingMethods.isActive, true), eq(shippingMethods.code, exampleShipping)),
  )
  const legal = await listLegalPages(db)
  const [refund] = await db.select({ id: refunds.id }).from(refunds).limit(1)
  const people = await db.$count(staffMembers, and(isNull(staffMembers.disabledAt)))
  const rateAge = rates?.oldest ? clock.now().getTime() - new Date(rates.oldest).getTime() : Number.POSITIVE_INFINITY
  const missing: Record<StepName, string | null> = {
    seller: blocks.includes('seller') ? 'Enter the legal name of the seller in the settings.' : null,
    countries: (await readShipsTo(db)).length > 0 ? null : 'Choose the countries you ship to.',
    currency: findCurrencyGap({ isChosen: settings.currency !== '' || (await isHomeCurrencyFixed(shop)), rateAge }),
    tax: findTaxGap(settings),
    shipping: findShippingGap(blocks, offersExample > 0),
    return_address: settings.return_address ? null : 'Enter the address for returned goods.',
    payment: findPaymentGap(shop.payments),
    mail: shop.sendsMail ? null : 'Set SMTP_URL. Until then, emails are only saved to a folder.',
    legal: findLegalGap(legal),
    products: product ? null : 'Add or import products.',
    test_order: refund ? null : 'Place a test order, pay and refund it.',
    staff: people > 1 ? null : 'Invite a colleague.',
  }
  const started: Partial<Record<StepName, boolean>> = {
    tax: settings.seller_country !== '' || settings.tax_status !== '',
    seller: settings.seller_address !== '' || settings.seller_country !== '',
    shipping: blocks.includes('shipping') === false,
    legal: legal.length > 0,
    return_address: settings.return_name !== '',
  }
  const methods = await db
    .select({ name: shippingMethods.name })
    .from(shippingMethods)
    .where(and(eq(shippingMethods.isActive, true), ne(shippingMethods.code, exampleShipping)))
    .orderBy(asc(shippingMethods.sort))
    .limit(5)
  const now: Partial<Record<StepName, string | null>> = {
    currency: await readHomeCurrency(db),
    seller: [settings.site_name, settings.seller_name].filter(Boolean).join(', ') || null,
    tax: formatTax(settings),
    legal: `${legal.length} of ${legalNames.length} published`,
    return_address: oneLine(settings.return_address),
    shipping: methods.map(({ name }) => name).join(', ') || null,
    staff: people > 1 ? `${people} people` : null,
  }
  const steps = setupSteps.map((name) => ({
    name,
    is_done: missing[name] === null,
    is_started: missing[name] === null || (started[name] ?? false),
    needed_for: neededFor[name] ?? null,
    is_needed: neededFor[name] === 'orders',
    missing: missing[name],
    now: now[name] ?? null,
    why: reasons[name],
  }))
  return {
    takes_orders: blocks.length === 0,
    closed_because: blocks.map((block) => missing[block] ?? reasons[block]),
    steps,
    tax: await readTaxSetup(shop),
  }
}

/** `orders`: the shop takes no orders without the step (`listOrderBlocks`). `law`: most countries require the step. */
const neededFor: Partial<Record<StepName, 'orders' | 'law'>> = {
  ...{ seller: 'orders', shipping: 'orders', payment: 'orders' },
  ...{ tax: 'law', legal: 'law', return_address: 'law' },
}

type Settings = Awaited<ReturnType<typeof readSettings>>

function findTaxGap({ seller_country: country, tax_status: status }: Settings): string | null {
  if (country === '') return 'Choose the country of the seller.'
  return status === '' ? 'Say whether you are registered for tax. Until then, orders are untaxed.' : null
}

function formatTax({ seller_country: country, tax_status: status, ...seller }: Settings): string | null {
  if (country === '' || status === '') return null
  const number = seller.seller_vat_number || seller.seller_tax_number
  const name = status === 'registered' ? 'Registered' : 'Small business'
  return [`${name}, ${nameCountry(country)}`, number].filter(Boolean).join(' · ')
}

const nameCountry = (code: string) => new Intl.DisplayNames('en', { type: 'region' }).of(code) ?? code

const legalNames = Object.values(legalTitles)

function findLegalGap(published: string[]): string | null {
  const open = legalNames.filter((title) => !published.includes(title.toLowerCase()))
  if (open.length === 0) return null
  return `${published.length} of ${legalNames.length} published. Missing: ${open.join(' and ')}.`
}

/** Joins the lines of an address, or returns null for an empty one. */
function oneLine(text: string | undefined): string | null {
  const lines = text?.split('\n').map((line) => line.trim())
  return lines?.filter(Boolean).join(', ') || null
}

function findCurrencyGap({ isChosen, rateAge }: { isChosen: boolean; rateAge: number }): string | null {
  if (!isChosen) return 'Choose the currency of your shop.'
  return rateAge > oldRateDays * dayMs ? 'The exchange rates are old, or only those a shop starts with.' : null
}

function findShippingGap(blocks: OrderBlock[], offersExample: boolean): string | null {
  if (blocks.includes('shipping')) return 'Replace the example with your own shipping method.'
  return offersExample ? 'Turn off the example shipping method, because shoppers can still choose it for free.' : null
}
