import { and, eq, isNull } from 'drizzle-orm'
import { allowsScope } from '#contract/calls/scopes.ts'
import { type StaffOutput, type StaffPage, type StaffParsed, toStaffTime } from '#contract/calls/staff-call.ts'
import { addressBookSize } from '#features/addresses/addresses.rules.ts'
import { listAddresses } from '#features/addresses/server/addresses.service.ts'
import { checkAddress, checkShipsTo } from '#features/addresses/server/check-address.service.ts'
import { findVisitorCountry } from '#features/addresses/server/visitor-country.service.ts'
import { countUnits, pickBuyable } from '#features/cart/cart.rules.ts'
import { type AskedLine, readAskedLines } from '#features/cart/server/read-cart.service.ts'
import { findSkusToSell } from '#features/catalogue/server/skus/find-skus.staff.service.ts'
import { couponClaims } from '#features/coupons/server/coupons.tables.ts'
import { holdFreeOrder } from '#features/orders/server/commands/order-commands.service.ts'
import { sendPaymentLink } from '#features/orders/server/commands/payment-link.service.ts'
import { type OrderAddress, placeOrder } from '#features/orders/server/commands/place-order.service.ts'
import { findOrder } from '#features/orders/server/queries/orders.staff.service.ts'
import { toStaffTax } from '#features/orders/server/queries/read-order.staff.service.ts'
import { confirmByHand } from '#features/payments/server/payments.staff.service.ts'
import { readCurrencies } from '#features/settings/server/currencies.service.ts'
import { listLanguages } from '#features/settings/server/settings.service.ts'
import { languages } from '#features/settings/server/settings.tables.ts'
import { customers } from '#features/sign-in/server/sign-in.tables.ts'
import type { Database } from '#server/database/database.ts'
import type { Shopper } from '#server/hook-values.ts'
import { countedMessage, refuse, refuseFields } from '#server/http/refuse.ts'
import type { StaffActor } from '#server/http/staff/staff-actor.ts'
import type { Shop } from '#server/shop.ts'
import type { createOrder as createCall, listOrderItems, OrderItem, quoteOrder } from '../new-order.staff.contract.ts'
import { readLines } from '../new-order.staff.rules.ts'
import { findSavedAddress, refuseLine, toOrderAddress } from './checkout.service.ts'
import { listOrderBlocks } from './open-for-orders.service.ts'
import { computeQuote, findPaymentMode, toUnits } from './quote.service.ts'

type ParsedInput = StaffParsed<typeof createCall>
type Actor = Pick<StaffActor, 'name' | 'scopes'>

/**
 * Raises the limit of one item, because staff may exceed the shoppers' limit. The limit of the whole order stays, so
 * that an order fits one page.
 */
const withStaffBounds = (shop: Shop): Shop => ({
  ...shop,
  bounds: { ...shop.bounds, cartPerSku: shop.bounds.cartPieces },
})

/** Lists items that can be ordered, with their stock and regular price. */
export async function findItems(
  shop: Shop,
  { q, currency, limit }: StaffParsed<typeof listOrderItems>,
): Promise<StaffPage<OrderItem>> {
  const codes = await findSkusToSell(shop.db, q, limit)
  const skuLines = codes.map((sku) => ({ sku, quantity: 1 }))
  const read = await readAskedLines(shop, { customerId: null }, skuLines, { currency, language: 'en' })
  const items = read.lines.flatMap((line) => {
    const { price, ...item } = toShownItem(line, read)
    // An item without a price in this currency cannot be ordered.
    return price ? { ...item, price } : []
  })
  return { data: items, next: null, total: null }
}

type ReadLines = Awaited<ReturnType<typeof readAskedLines>>

type ShownItem = Omit<OrderItem, 'price'> & { price: OrderItem['price'] | null }

function toShownItem(line: ReadLines['lines'][number], { amounts, beforeAmounts, style }: ReadLines): ShownItem {
  const money = (amount: number) => ({ amount, currency: style.code })
  const amount = amounts.get(line.sku_id) ?? null
  const before = beforeAmounts.get(line.sku_id) ?? null
  return {
    sku: line.sku,
    name: line.name,
    options: line.options.map(({ value_name }) => value_name),
    image: line.image,
    stock: line.stock,
    price: amount === null ? null : money(amount),
    compare_at: before === null ? null : money(before),
  }
}

/** Quotes a new order with the same functions that place the order. */
export async function quoteNewOrder(
  shop: Shop,
  actor: Actor,
  input: StaffParsed<typeof quoteOrder>,
): Promise<StaffOutput<typeof quoteOrder>> {
  const { db } = shop
  const customer = input.customer_id ? await findCustomer(db, actor, input.customer_id) : null
  const lines = readLines(input.lines)
  if (!lines) throw refuseFields({ lines: ['Write lines as EBB-CLA-M:2,EBB-CLA-S:1.'] })
  refuseTooMany(shop, lines)
  const shopper = identifyShopper(customer)
  const read = await readAskedLines(withStaffBounds(shop), shopper, lines, {
    currency: input.currency,
    language: 'en',
  })
  const { style } = read
  const customerId = customer?.id ?? null
  const country = input.country ?? (await findVisitorCountry(shop, { customerId, header: () => null }))
  const destination = { country, region: input.state ?? '', postcode: input.postcode ?? '' }
  const quoteInput = {
    shopper,
    style,
    destination,
    lines: pickBuyable(read.lines),
    isMine: customer && isClaimOfCustomer(customer.id),
  }
  const { methods, method, offers, chosen, tax, orderTotals } = await computeQuote(shop, quoteInput, input)
  const money = (amount: number) => ({ amount, currency: style.code })
  return {
    currency: style.code,
    lines: read.lines.map((line) => ({
      ...toShownItem(line, read),
      quantity: line.quantity,
      problem: line.problem,
    })),
    shipping_methods: methods.map(({ code, name, amount, minDays, maxDays }) => ({
      ...{ code, name, price: money(amount) },
      ...{ min_days: minDays, max_days: maxDays },
    })),
    shipping_method: method.code,
    coupons: offers.map(({ claimId, code, offAmount, expiresAt, choice }) => ({
      ...{ claim_id: claimId, code, terms: choice.use_condition_txt },
      ...{ off: offAmount === null ? null : money(offAmount), ends_at: expiresAt && toStaffTime(expiresAt) },
    })),
    claim_id: chosen?.claimId ?? null,
    subtotal: money(orderTotals.subtotalAmount),
    discount: money(orderTotals.offAmount),
    shipping: money(orderTotals.shippingAmount),
    tax: toStaffTax({ ...tax, currency: style.code }),
    total: money(orderTotals.totalAmount),
    customer: customer && { id: customer.id, name: customer.name, email: customer.email },
    addresses: customer ? await listAddresses(db, customer.id, addressBookSize) : [],
    currencies: [...(await readCurrencies(db)).keys()].sort(),
    languages: (await listLanguages(db)).map(({ code, name }) => ({ code, name })),
    payments: await findPaymentMode(shop),
  }
}

/** Places the order with all its parts in one transaction. Returns its number. */
export async function createOrder(shop: Shop, actor: Actor, input: ParsedInput): Promise<string> {
  if ((await listOrderBlocks(shop)).length > 0) {
    throw refuse('checkout_closed', {
      message: 'The shop cannot take orders yet. The setup page shows the missing steps.',
    })
  }
  return shop.db.transaction(async (tx) => {
    const inside = { ...shop, db: tx, by: actor.name }
    const buyer = await findBuyer(tx, actor, input)
    refuseTooMany(shop, input.lines)
    const shopper = identifyShopper(buyer.customer)
    const { lines, style } = await readAskedLines(withStaffBounds(inside), shopper, input.lines, {
      currency: input.currency,
      language: 'en',
    })
    if (style.code !== input.currency) throw refuseFields({ currency: ['This shop does not have this currency.'] })
    for (const line of lines) {
      const refusal = refuseLine(line)
      if (refusal) throw refusal
    }
    const placed = await placeOrder(inside, {
      by: {
        staff: actor.name,
        isVerified: shopper.customerId !== null && shopper.isVerified,
        payableHours: input.payable_hours,
      },
      customerId: shopper.customerId,
      email: buyer.email,
      lines: toUnits(lines),
      address: await findAddress(tx, buyer.customer?.id ?? null, input),
      currency: input.currency,
      shippingMethod: input.shipping_method,
      ...(input.claim_id && { claimId: await findClaim(tx, buyer.customer?.id ?? null, input.claim_id) }),
      ...(buyer.languageId !== null && { languageId: buyer.languageId }),
    })
    const { total } = input
    if (total && (total.amount !== placed.totalAmount || total.currency !== placed.currency)) {
      throw refuse('total_changed')
    }
    await finishOrder(inside, placed, input)
    return placed.orderNo
  })
}

/** Records the payment or mails the payment link. An order with nothing to pay is put on hold. */
async function finishOrder(
  shop: Shop & { by: string },
  { orderId, totalAmount }: { orderId: string; totalAmount: number },
  { payment, sends_link }: ParsedInput,
): Promise<void> {
  if (payment && sends_link) throw refuseFields({ sends_link: ['A paid order needs no payment link.'] })
  if (totalAmount === 0) {
    if (payment || sends_link)
      throw refuseFields({ [payment ? 'payment' : 'sends_link']: ['There is nothing to pay.'] })
    await holdFreeOrder(shop, orderId)
  }
  if (payment) await confirmByHand(shop, await findOrder(shop.db, orderId), payment)
  if (sends_link) await sendPaymentLink(shop, orderId)
}

type CustomerRow = typeof customers.$inferSelect

async function findCustomer(db: Database, { scopes }: Actor, id: string): Promise<CustomerRow> {
  if (!allowsScope(scopes, 'customers:read'))
    throw refuse('not_allowed', { message: 'This requires the scope customers:read.' })
  const [found] = await db
    .select()
    .from(customers)
    .where(and(eq(customers.id, id), isNull(customers.erasedAt)))
  if (!found) throw refuseFields({ customer_id: ['This customer does not exist.'] })
  return found
}

type Buyer = { customer: CustomerRow | null; email: string; languageId: number | null }

/** Returns the buyer: either an account, or an email address without an account. */
async function findBuyer(db: Database, actor: Actor, input: ParsedInput): Promise<Buyer> {
  const { customer_id: id, email, language } = input
  if (id && email) throw refuseFields({ email: ['Send either the customer or an email address, not both.'] })
  if (id) {
    const customer = await findCustomer(db, actor, id)
    return { customer, email: customer.email, languageId: customer.languageId }
  }
  if (!email) throw refuseFields({ email: ['Please fill in this field'] })
  if (!language) return { customer: null, email, languageId: null }
  const [found] = await db.select({ id: languages.id }).from(languages).where(eq(languages.code, language))
  if (!found) throw refuseFields({ language: ['This shop does not have this language.'] })
  return { customer: null, email, languageId: found.id }
}

const identifyShopper = (customer: CustomerRow | null): Shopper =>
  customer
    ? { customerId: customer.id, email: customer.email, isVerified: customer.emailConfirmedAt !== null }
    : { customerId: null }

async function findAddress(db: Database, customerId: string | null, input: ParsedInput): Promise<OrderAddress> {
  const address = await readAddress(db, customerId, input)
  await checkShipsTo(db, address.country, input.address ? 'address.country' : 'address_id')
  return address
}

async function readAddress(
  db: Database,
  customerId: string | null,
  { address, address_id: id }: ParsedInput,
): Promise<OrderAddress> {
  if (address && !id) return toOrderAddress(checkAddress(address, { prefix: 'address.', isByStaff: true }))
  const kept = id && !address && customerId ? await findSavedAddress(db, customerId, id) : null
  if (!kept) throw refuseFields({ address: ['Choose one of the customer’s addresses, or send a new one.'] })
  return kept
}

const isClaimOfCustomer = (customerId: string) => eq(couponClaims.customerId, customerId)

async function findClaim(db: Database, customerId: string | null, claimId: string): Promise<string> {
  const isMatch = eq(couponClaims.id, claimId)
  const [claim] = customerId
    ? await db
        .select({ id: couponClaims.id })
        .from(couponClaims)
        .where(and(isMatch, isClaimOfCustomer(customerId)))
    : []
  if (!claim) throw refuse('coupon_gone')
  return claim.id
}

function refuseTooMany({ bounds }: Shop, lines: readonly AskedLine[]): void {
  const tooMany = (code: 'too_many_skus' | 'too_many_pieces', max: number) =>
    refuse(code, { message: countedMessage(code, max) })
  if (lines.length > bounds.cartSkus) throw tooMany('too_many_skus', bounds.cartSkus)
  if (countUnits(lines) > bounds.cartPieces) throw tooMany('too_many_pieces', bounds.cartPieces)
}
