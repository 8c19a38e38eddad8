import { and, asc, eq, isNull, ne, sql } from 'drizzle-orm'
import type { StaffOutput } from '#contract/calls/staff-call.ts'
import { availability } from '#features/catalogue/catalogue.rules.ts'
import { products } from '#features/catalogue/server/catalogue.tables.ts'
import { listOrderBlocks, type OrderBlock } from '#features/checkout/server/open-for-orders.service.ts'
import { shippingMethods } from '#features/orders/server/shipping/shipping-methods.tables.ts'
import { exampleShipping } from '#features/orders/shipping-methods.rules.ts'
import { findPaymentGap } from '#features/payments/server/payment-provider.staff.service.ts'
import { readSettings } from '#features/settings/server/settings.service.ts'
import { currencyRates } from '#features/settings/server/settings.tables.ts'
import { staffMembers } from '#features/staff/server/staff.tables.ts'
import type { Shop } from '#server/shop.ts'
import { type getSetup as getSetupCall, setupSteps } from '../setup.staff.contract.ts'

type Setup = StaffOutput<typeof getSetupCall>
type StepName = (typeof setupSteps)[number]

/** The reason for each step, as one sentence for the shop owner. */
const reasons: Record<StepName, string> = {
  seller: 'The law requires that shoppers can see who the seller is.',
  countries: 'Shoppers and search engines need to know which countries you deliver to.',
  currency: 'Prices in other currencies depend on current exchange rates.',
  tax: 'Prices include tax. The seller’s address determines the country.',
  shipping: 'Orders need at least one shipping method of your own. The example is only a placeholder.',
  return_address: 'Shoppers need to know where to send returns.',
  payment: 'Shoppers cannot pay without a payment provider.',
  mail: 'Shoppers get confirmations, password links and answers by email.',
  products: 'Shoppers need products that they can buy.',
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
  const people = await db.$count(staffMembers, and(isNull(staffMembers.disabledAt)))
  const rateAge = rates?.oldest ? clock.now().getTime() - new Date(rates.oldest).getTime() : Number.POSITIVE_INFINITY
  const missing: Record<StepName, string | null> = {
    seller: blocks.includes('seller') ? 'Enter the legal name of the seller in the settings.' : null,
    countries: settings.ships_to ? null : 'Choose the countries you ship to.',
    currency:
      rateAge > oldRateDays * 86_400_000 ? 'The exchange rates are outdated, or still the initial rates.' : null,
    tax: settings.seller_address ? null : 'Enter the seller’s address.',
    shipping: findShippingGap(blocks, offersExample > 0),
    return_address: settings.return_address ? null : 'Enter the address for returned goods.',
    payment: findPaymentGap(shop.payments),
    mail: shop.sendsMail ? null : 'Set SMTP_URL. Until then, emails are only saved to a folder.',
    products: product ? null : 'Add or import products.',
    staff: people > 1 ? null : 'Invite a colleague.',
  }
  const methods = await db
    .select({ name: shippingMethods.name })
    .from(shippingMethods)
    .where(and(eq(shippingMethods.isActive, true), ne(shippingMethods.code, exampleShipping)))
    .orderBy(asc(shippingMethods.sort))
    .limit(5)
  const now: Partial<Record<StepName, string | null>> = {
    seller: [settings.site_name, settings.seller_name].filter(Boolean).join(', ') || null,
    tax: oneLine(settings.seller_address),
    return_address: oneLine(settings.return_address),
    shipping: methods.map(({ name }) => name).join(', ') || null,
    staff: people > 1 ? `${people} people` : null,
  }
  const steps = setupSteps.map((name) => ({
    name,
    is_done: missing[name] === null,
    is_needed: isNeeded(name),
    missing: missing[name],
    now: now[name] ?? null,
    why: reasons[name],
  }))
  return {
    takes_orders: blocks.length === 0,
    closed_because: blocks.map((block) => missing[block] ?? reasons[block]),
    steps,
  }
}

const isNeeded = (name: StepName) => ['payment', 'shipping', 'seller'].includes(name)

/** Joins the lines of an address, or returns null for an empty one. */
function oneLine(text: string | undefined): string | null {
  const lines = text?.split('\n').map((line) => line.trim())
  return lines?.filter(Boolean).join(', ') || null
}

function findShippingGap(blocks: OrderBlock[], offersExample: boolean): string | null {
  if (blocks.includes('shipping')) return 'Replace the example with your own shipping method.'
  return offersExample ? 'Turn off the example shipping method, because shoppers can still choose it for free.' : null
}
