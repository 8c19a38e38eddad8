import { and, asc, eq, gt, isNull, or, type SQL } from 'drizzle-orm'
import type { Output, Parsed } from '#contract/calls/call.ts'
import { payStepOf } from '#contract/money/currency-units.ts'
import { type PriceStyle, toWirePrice } from '#contract/money/money.ts'
import { msg } from '#contract/text/translate.ts'
import { toWireTime } from '#contract/times/times.ts'
import type { CartLine } from '#features/cart/cart.contract.ts'
import { countUnits, pickBuyable } from '#features/cart/cart.rules.ts'
import type { CartOwner } from '#features/cart/server/cart.service.ts'
import { readCartLines } from '#features/cart/server/read-cart.service.ts'
import type { CodeCheck } from '#features/coupons/coupons.contract.ts'
import {
  type CouponLine,
  computeDiscount,
  couponStatus,
  type Discount,
  findMissing,
  findUseProblem,
  isCouponLine,
} from '#features/coupons/coupons.rules.ts'
import { isNewByProof } from '#features/coupons/server/bind.service.ts'
import { convertTerms, isForNewShoppers } from '#features/coupons/server/claims.service.ts'
import { readCouponTexts, translateCoupon } from '#features/coupons/server/coupon-texts.service.ts'
import { couponClaims, couponLinks, coupons, couponWidgets } from '#features/coupons/server/coupons.tables.ts'
import { toDiscountValue, toSymbols } from '#features/coupons/server/discount-text.ts'
import { type GuestProof, isClaimOfGuest } from '#features/coupons/server/guest-proof.ts'
import { findTypedCoupon, type TypedCoupon } from '#features/coupons/server/typed-coupon.service.ts'
import { findCreditCoverage, readBalance } from '#features/credit/server/credit.service.ts'
import { priceShipping } from '#features/markets/server/shipping.service.ts'
import {
  type PricedLines,
  priceLines,
  quoteOrderTax,
  shareCoupon,
  weighLines,
} from '#features/orders/server/commands/place-order.service.ts'
import { isNewShopper } from '#features/orders/server/queries/new-shopper.service.ts'
import { toWireTax } from '#features/orders/server/queries/wire-tax.service.ts'
import { getPaymentMode } from '#features/payments/server/providers/choose-provider.ts'
import { readCurrencies } from '#features/settings/server/currencies.service.ts'
import { currencyStyle } from '#features/settings/server/settings.service.ts'
import { currencies } from '#features/settings/server/settings.tables.ts'
import { normalizeVatNumber } from '#features/settings/vat.rules.ts'
import { isTaxedByPlace, readAcceptsBusinesses, type TaxedOrder } from '#features/tax/server/tax.service.ts'
import { euCountries, type Place } from '#features/tax/tax-places.rules.ts'
import type { Database } from '#server/database/database.ts'
import type { Shopper } from '#server/hook-values.ts'
import type { Visitor } from '#server/http/http.ts'
import { refuse } from '#server/http/refuse.ts'
import type { Shop } from '#server/shop.ts'
import type { CouponChoice, quoteCheckout as quoteCall } from '../checkout.contract.ts'
import { type CouponOffer, chooseOffer, computeTotals, rankOffers, typedCoupon } from '../checkout.rules.ts'
import { listOrderBlocks } from './open-for-orders.service.ts'

type ParsedInput = Parsed<typeof quoteCall>
/** Buyer of the quote. A guest can use the coupons whose claims the browser can prove. */
export type Buyer = {
  actor: Visitor
  owner: CartOwner
  guestProof: GuestProof
  claimedEmail: string | null
  language: string
  /** The country as long as no address is known. */
  visitorCountry: string
}

/** Quotes the cart with the same functions that place the order. */
export async function quoteCheckout(
  { db, clock, bounds, payments, hooks, taxes }: Pick<Shop, 'db' | 'clock' | 'bounds' | 'payments' | 'hooks' | 'taxes'>,
  { actor, owner, guestProof, claimedEmail, language, visitorCountry }: Buyer,
  input: ParsedInput,
): Promise<Output<typeof quoteCall>> {
  const { lines, style } = await readCartLines({ db, bounds, hooks }, actor, owner, {
    currency: input.currency,
    language,
  })
  const buyable = pickBuyable(lines)
  const isMine = findOwnClaims(actor, guestProof, claimedEmail)
  const { coupon_code: code } = input
  const isNew = () => isNewByProof({ db, hooks }, actor, guestProof, claimedEmail ?? '')
  const found = code ? await findTypedCoupon(db, { code, isMine, isNew, now: clock.now() }) : null
  const country = input.country ?? visitorCountry
  const destination = { country, region: input.state ?? '', postcode: input.postcode ?? '' }
  const vatNumber = normalizeVatNumber(input.vat_number ?? '') || null
  const quoteInput = { shopper: actor, lines: buyable, style, destination, vatNumber, isMine, typed: found }
  const { methods, method, offers, best, chosen, typed, tax, orderTotals } = await computeQuote(
    { db, clock, taxes },
    quoteInput,
    input,
  )
  const credit = actor.customerId ? await readBalance(db, actor.customerId) : 0
  const { creditAmount } = await findCreditCoverage(db, credit, orderTotals.totalAmount, style.code)
  const price = (amount: number) => toWirePrice(amount, style)
  // The tax of an unknown address can only be estimated.
  const taxTitle = destination.country ? msg('Tax') : msg('Estimated tax')
  return {
    payments: await findPaymentMode({ db, payments }),
    currency: style.code,
    country,
    lines: buyable,
    left_out: countUnits(lines) - countUnits(buyable),
    count: countUnits(buyable),
    shipping_methods: methods.map(({ code, name, amount, minDays, maxDays }) => ({
      code,
      name,
      price: price(amount),
      is_free: amount === 0,
      min_days: minDays,
      max_days: maxDays,
    })),
    shipping_method: method.code,
    coupons: offers.map(({ choice, claimId }) => ({ ...choice, is_best: claimId === best?.claimId })),
    claim_id: chosen?.claimId ?? null,
    typed: code ? toCodeCheck(code, found, typed) : null,
    totals: [
      { code: 'subtotal', title: 'Subtotal', value: price(orderTotals.subtotalAmount) },
      ...(chosen
        ? [{ code: 'discount' as const, title: `Coupon ${chosen.code}`, value: price(-orderTotals.offAmount) }]
        : []),
      { code: 'shipping', title: 'Shipping', value: price(orderTotals.shippingAmount) },
      ...(tax.addedTaxAmount > 0 ? [{ code: 'tax' as const, title: taxTitle, value: price(tax.addedTaxAmount) }] : []),
      { code: 'total', title: 'Total', value: price(orderTotals.totalAmount) },
      ...(creditAmount > 0 ? [{ code: 'credit' as const, title: 'Store credit', value: price(-creditAmount) }] : []),
    ],
    tax: toWireTax(tax, style),
    ...(await readPlaceRules(db, destination)),
    total: price(orderTotals.totalAmount),
    credit: price(creditAmount),
    to_pay: price(orderTotals.totalAmount - creditAmount),
  }
}

/** Returns what the checkout asks about the place of delivery and the buyer. */
async function readPlaceRules(db: Database, { country }: Place) {
  const hasVat = country === 'GB' || euCountries.includes(country)
  return {
    needs_place: await isTaxedByPlace(db),
    accepts_businesses: hasVat && (await readAcceptsBusinesses(db)),
  }
}

/** Returns the condition on the claims that a visitor may use. */
export function findOwnClaims(actor: Visitor, guestProof: GuestProof, email: string | null): SQL | undefined {
  return actor.customerId ? eq(couponClaims.customerId, actor.customerId) : isClaimOfGuest({ ...guestProof, email })
}

function toCodeCheck(code: string, found: TypedCoupon | null, offer: Offer | null): CodeCheck {
  const none = { use_condition_txt: '', missing: null, off: null }
  if (!found) return { code, problem: 'unknown', ...none }
  const { choice } = offer ?? {}
  const problem = found.problem ?? choice?.block_reason ?? null
  if (!choice || problem) return { code: found.coupon.code, problem, ...none }
  const { use_condition_txt, missing, off } = choice
  return { code: found.coupon.code, problem, use_condition_txt, missing, off }
}

/** Returns whether the shop takes payments, and whether they are real. */
export async function findPaymentMode(shop: Pick<Shop, 'db' | 'payments'>): Promise<'real' | 'test' | 'closed'> {
  return (await listOrderBlocks(shop)).length > 0 ? 'closed' : getPaymentMode(shop.payments)
}

/** Customer and lines of an order. */
export type WantedOrder = {
  shopper: Shopper
  lines: readonly Pick<CartLine, 'sku_id' | 'quantity'>[]
  style: PriceStyle
  /** Place of delivery as far as it is known. The tax depends on it. */
  destination: Place
  vatNumber?: string | null
  /** Condition on the customer's claims. Null for a customer without claims. */
  isMine: SQL | undefined | null
  typed?: TypedCoupon | null
}

/** Quotes the requested lines with all shipping methods and coupons, for shoppers at checkout and for staff. */
export async function computeQuote(
  { db, clock, taxes }: Pick<Shop, 'db' | 'clock' | 'taxes'>,
  { shopper, lines, style, destination, vatNumber = null, isMine, typed: found = null }: WantedOrder,
  input: Pick<ParsedInput, 'shipping_method' | 'claim_id'>,
) {
  const currency = style.code
  const isNew = await isNewShopper(db, shopper)
  const pricedLines = await priceLines(db, { currency, lines: toUnits(lines), isNew })
  const subtotal = pricedLines.reduce((sum, { priceAmount }) => sum + priceAmount, 0)
  const { country, postcode } = destination
  const shipped = { country, postcode, currency, subtotalAmount: subtotal, weight: weighLines(pricedLines) }
  const methods = await priceShipping(db, shipped)
  const method = methods.find(({ code }) => code === input.shipping_method) ?? methods[0]
  if (!method) throw refuse('no_shipping_method')
  const order: Order = {
    currency,
    style,
    isNew,
    shippingAmount: method.amount,
    lines: pricedLines.map(({ productId, categoryCode, priceAmount: amount }) => ({ productId, categoryCode, amount })),
  }
  const held = isMine === null ? [] : await readOffers(db, isMine, order, clock.now())
  const typed = found && !found.problem ? await readTypedOffer(db, found, held, order, clock.now()) : null
  const offers = rankOffers(typed && !held.includes(typed) ? [...held, typed] : held)
  const best = chooseOffer(offers, undefined)
  // If the typed code cannot be used, the best coupon stays.
  const isTypedRequested = input.claim_id === typedCoupon
  const chosen = isTypedRequested
    ? (typed?.offAmount ?? null) === null
      ? best
      : typed
    : chooseOffer(offers, input.claim_id)
  const now = clock.now()
  const tax = await quoteOrderTax(
    { db, taxes },
    {
      ...{ destination, vatNumber, currency, now },
      ...applyCoupon(pricedLines, method.amount, chosen, currency),
    },
  )
  return {
    ...{ methods, method, offers, best, chosen, typed, tax },
    orderTotals: computeTotals(subtotal, method.amount, chosen?.offAmount ?? 0, tax.addedTaxAmount),
  }
}

/** Returns the amounts after the coupon, as the order has them. */
function applyCoupon(
  pricedLines: PricedLines,
  shippingAmount: number,
  chosen: Pick<Offer, 'discount' | 'lineRefs'> | null,
  currency: string,
): Pick<TaxedOrder, 'lines' | 'shippingAmount'> {
  const { discountAmount = 0, shippingDiscountAmount = 0 } = chosen?.discount ?? {}
  const shares = shareCoupon(pricedLines, chosen && { discountAmount, lineRefs: chosen.lineRefs }, currency)
  return {
    lines: pricedLines.map(({ priceAmount, taxCategory }, index) => ({
      amount: priceAmount - (shares[index] ?? 0),
      taxCategory,
    })),
    shippingAmount: shippingAmount - shippingDiscountAmount,
  }
}

/** Returns one entry for each unit, because an order has a line for each unit. */
export function toUnits(lines: WantedOrder['lines']): { skuId: number }[] {
  return lines.flatMap(({ sku_id, quantity }) => Array.from({ length: quantity }, () => ({ skuId: sku_id })))
}

type Order = {
  currency: string
  style: PriceStyle
  lines: CouponLine[]
  shippingAmount: number
  isNew: boolean
}
const maxOffers = 100

function isBlockReason(problem: string | null): problem is NonNullable<CouponChoice['block_reason']> {
  return problem === 'coupon_reserved' || problem === 'coupon_not_started' || problem === 'coupon_new_only'
}

type Offer = CouponOffer & {
  choice: Omit<CouponChoice, 'is_best'>
  discount: Discount | null
  /** Positions of the lines that the coupon covers. */
  lineRefs: string[]
}

/** Lists the customer's coupons that are neither used nor expired, each with its discount or its unmet condition. */
async function readOffers(db: Database, isMine: SQL | undefined, order: Order, now: Date): Promise<Offer[]> {
  const isOpen = or(isNull(couponClaims.expiresAt), gt(couponClaims.expiresAt, now))
  const rows = await db
    .select({ claim: couponClaims, coupon: coupons, style: currencyStyle, isForNew: isForNewShoppers() })
    .from(couponClaims)
    .innerJoin(coupons, eq(coupons.id, couponClaims.couponId))
    .innerJoin(currencies, eq(currencies.code, coupons.currency))
    .leftJoin(couponLinks, eq(couponLinks.id, couponClaims.linkId))
    .leftJoin(couponWidgets, eq(couponWidgets.id, couponLinks.widgetId))
    .where(and(isMine, eq(couponClaims.status, couponStatus.unused), isOpen))
    // Coupons that expire first come first.
    .orderBy(asc(couponClaims.expiresAt), asc(couponClaims.id))
    .limit(maxOffers)
  const known = await readCurrencies(db)
  const texts = await readCouponTexts(
    db,
    order.style.language,
    rows.map(({ coupon }) => coupon.id),
  )
  return rows.map(({ claim, coupon, style, isForNew }) => {
    const { id: claimId, status, expiresAt, orderId } = claim
    const translated = translateCoupon(coupon, texts.get(coupon.id))
    const state = { claimId, status, expiresAt, isReserved: orderId !== null, isForNew }
    return toOffer({ coupon: translated, style, ...state }, { order, known, now })
  })
}

/** Returns the offer for a typed code. If the shopper has already claimed the coupon, returns its offer from `held`. */
async function readTypedOffer(
  db: Database,
  found: TypedCoupon,
  held: Offer[],
  order: Order,
  now: Date,
): Promise<Offer> {
  const { coupon, style, claim, expiresAt, isForNew } = found
  const own = held.find(({ claimId }) => claimId === claim?.id)
  if (own) return own
  const texts = await readCouponTexts(db, order.style.language, [coupon.id])
  const translated = translateCoupon(coupon, texts.get(coupon.id))
  const isReserved = claim !== null && claim.orderId !== null
  const state = { claimId: claim?.id ?? typedCoupon, status: couponStatus.unused, expiresAt, isReserved, isForNew }
  return toOffer({ coupon: translated, style, ...state }, { order, known: await readCurrencies(db), now })
}

type HeldCoupon = Pick<TypedCoupon, 'coupon' | 'style' | 'expiresAt' | 'isForNew'> & {
  claimId: string
  status: number
  isReserved: boolean
}
type QuoteContext = { order: Order; known: Awaited<ReturnType<typeof readCurrencies>>; now: Date }

/** Returns the discount of a coupon on this order, or the condition that the order does not meet. */
function toOffer(
  { coupon, style, claimId, expiresAt, ...held }: HeldCoupon,
  { order, known, now }: QuoteContext,
): Offer {
  const problem = findUseProblem({ ...held, expiresAt, startsAt: coupon.startsAt }, order.isNew, now)
  const terms = convertTerms(coupon, order.currency, known)
  const missing = findMissing(terms, order.lines)
  const discount = problem ? null : computeDiscount(terms, order.lines, order.shippingAmount, payStepOf(order.currency))
  const offAmount = discount && discount.discountAmount + discount.shippingDiscountAmount
  const price = missing.kind === 'amount' ? toWirePrice(missing.amount, order.style).price : null
  const choice = {
    claim_id: claimId,
    code: coupon.code,
    coupon_type: coupon.couponType,
    discount: toDiscountValue(coupon, style.decimals),
    ...toSymbols({ ...style, language: order.style.language }),
    use_condition_txt: coupon.useConditionTxt,
    date_end: expiresAt ? toWireTime(expiresAt) : null,
    off: offAmount === null ? null : toWirePrice(offAmount, order.style),
    missing: problem || missing.kind === 'nothing' ? null : { kind: missing.kind, price },
    block_reason: isBlockReason(problem) ? problem : null,
  }
  const lineRefs = order.lines.flatMap((line, position) => (isCouponLine(terms, line) ? [String(position)] : []))
  return { claimId, code: coupon.code, offAmount, expiresAt, choice, discount, lineRefs }
}
