import { and, eq, inArray } from 'drizzle-orm'
import type { Output, Parsed } from '#contract/calls/call.ts'
import { toPriceValue, toWirePrice } from '#contract/money/money.ts'
import { msg } from '#contract/text/translate.ts'
import type { AddressInput } from '#features/addresses/addresses.contract.ts'
import { addAddress } from '#features/addresses/server/addresses.service.ts'
import { addresses } from '#features/addresses/server/addresses.tables.ts'
import { checkAddress, checkShipsTo, toRegionCode } from '#features/addresses/server/check-address.service.ts'
import type { CartLine } from '#features/cart/cart.contract.ts'
import { pickBuyable } from '#features/cart/cart.rules.ts'
import { type CartOwner, openCart } from '#features/cart/server/cart.service.ts'
import { cartItems } from '#features/cart/server/cart.tables.ts'
import { readCartLines } from '#features/cart/server/read-cart.service.ts'
import { codeProblems } from '#features/coupons/coupons.rules.ts'
import { isNewByProof } from '#features/coupons/server/bind.service.ts'
import { couponClaims } from '#features/coupons/server/coupons.tables.ts'
import type { GuestProof } from '#features/coupons/server/guest-proof.ts'
import { claimTypedCoupon, findTypedCoupon } from '#features/coupons/server/typed-coupon.service.ts'
import { holdFreeOrder } from '#features/orders/server/commands/order-commands.service.ts'
import { type NewOrder, type OrderAddress, placeOrder } from '#features/orders/server/commands/place-order.service.ts'
import { payByCredit } from '#features/payments/server/payments.service.ts'
import { findCountryInAnyLanguage } from '#features/settings/server/country-names.service.ts'
import { languages } from '#features/settings/server/settings.tables.ts'
import { checkVatNumber, normalizeVatNumber } from '#features/settings/vat.rules.ts'
import { readAcceptsBusinesses } from '#features/tax/server/tax.service.ts'
import type { Database } from '#server/database/database.ts'
import type { Visitor } from '#server/http/http.ts'
import { countedMessage, refuse, refuseFields } from '#server/http/refuse.ts'
import type { Shop } from '#server/shop.ts'
import type { checkOut as checkOutCall } from '../checkout.contract.ts'
import { isSameCart } from '../checkout.rules.ts'
import { listOrderBlocks } from './open-for-orders.service.ts'
import { findOwnClaims, toUnits } from './quote.service.ts'

type ParsedInput = Parsed<typeof checkOutCall>
type PlacedOrder = Output<typeof checkOutCall>

type OrderContext = { actor: Visitor; owner: CartOwner; guestProof: GuestProof; network: string; language: string }

/** Orders the cart as the shopper saw it, in one transaction. If anything fails, nothing changes and the form stays usable. */
export async function checkOut(
  shop: Shop,
  { actor, owner, guestProof, network, language }: OrderContext,
  input: ParsedInput,
): Promise<PlacedOrder> {
  if ((await listOrderBlocks(shop)).length > 0) throw refuse('checkout_closed')
  const email = actor.customerId ? actor.email : input.email
  if (!email) throw refuseFields({ email: [msg('Please fill in this field')] })
  // Asked outside of the transaction, so that a slow response holds no locks.
  const business = (await readAcceptsBusinesses(shop.db)) ? await readBusiness(shop, input) : undefined
  return shop.db.transaction(async (tx) => {
    const inside = { ...shop, db: tx }
    const { customerId } = actor
    const address = await findAddress(tx, customerId, input)
    // Locks the cart, so that the second of two simultaneous orders finds it empty.
    const cartId = await openCart(
      tx,
      owner.customerId || owner.guestToken ? owner : refuseEmptyCart(),
      shop.clock.now(),
    )
    const { lines, style } = await readCartLines(inside, actor, owner, { currency: input.currency, language })
    const buyable = pickBuyable(lines)
    if (lines.length === 0) throw refuse('cart_empty')
    if (!isSameCart(input.lines, buyable)) throw refuseChanged(input.lines, lines)
    const buyer = { actor, guestProof, email }
    const claimId = input.coupon_code
      ? await claimCode(inside, buyer, input.coupon_code)
      : await findClaim(tx, buyer, input.claim_id)
    const placed = await placeOrder(inside, {
      by: { bounds: shop.bounds, network, isVerified: customerId !== null && actor.isVerified },
      customerId,
      email,
      lines: toUnits(buyable),
      address,
      currency: input.currency,
      shippingMethod: input.shipping_method,
      usesCredit: true,
      business,
      ...(claimId && { claimId }),
      ...(await findLanguage(tx, input.language_id)),
    })
    if (toPriceValue(placed.totalAmount, style.decimals) !== input.total) throw refuse('total_changed')
    // If another order took credit in the meantime, more would be left to pay than the shopper saw.
    const isCreditSeen =
      input.credit === undefined || toPriceValue(placed.creditAmount, style.decimals) === input.credit
    if (!isCreditSeen) throw refuse('total_changed')
    const skuIds = buyable.map(({ sku_id }) => sku_id)
    await tx.delete(cartItems).where(and(eq(cartItems.cartId, cartId), inArray(cartItems.skuId, skuIds)))
    if (customerId && input.address && input.keep_address) {
      await addAddress(inside, customerId, { ...checkAddress(input.address), is_default: false })
    }
    const isOnHold = placed.totalAmount === 0
    if (isOnHold) await holdFreeOrder(inside, placed.orderId)
    const isPaid = !isOnHold && placed.creditAmount === placed.totalAmount
    if (isPaid) await payByCredit(inside, placed.orderId)
    return {
      order_id: placed.orderId,
      order_no: placed.orderNo,
      email,
      total: toWirePrice(placed.totalAmount, style),
      is_paid: isPaid,
      is_on_hold: isOnHold,
    }
  })
}

/** Returns the business buyer. Throws for a VAT number with a wrong format, or one that the tax office does not know. */
async function readBusiness(
  { checkVatNumber: ask }: Pick<Shop, 'checkVatNumber'>,
  { company, vat_number: typed = '' }: ParsedInput,
): Promise<NewOrder['business']> {
  const vatNumber = normalizeVatNumber(typed) || null
  const isWrong = vatNumber !== null && checkVatNumber(vatNumber) === 'wrong'
  const vatCheck = vatNumber && !isWrong ? ((await ask?.(vatNumber)) ?? 'not_checked') : null
  if (isWrong || vatCheck === 'invalid') {
    throw refuseFields({ vat_number: [msg('Please enter a valid VAT number')] })
  }
  return { company: company || null, vatNumber, vatCheck }
}

function refuseEmptyCart(): never {
  throw refuse('cart_empty')
}

/**
 * Returns the refusal for a changed cart. If a line is no longer available, the refusal names that line. The page
 * reloads the cart in any case.
 */
function refuseChanged(seen: ParsedInput['lines'], lines: CartLine[]) {
  const gone = lines.find(({ sku_id, problem }) => problem !== null && seen.some((one) => one.sku_id === sku_id))
  return (gone && refuseLine(gone)) ?? refuse('cart_changed')
}

/**
 * Returns why a line cannot be ordered. Returns null if the line can be ordered, or if only the whole order is too
 * large.
 */
export function refuseLine({ name, problem, inventory }: Pick<CartLine, 'name' | 'problem' | 'inventory'>) {
  const errors = { lines: [name] }
  if (problem === 'expired' || problem === 'no_price') return refuse('not_for_sale', { errors })
  if (problem === 'too_many') {
    return refuse('too_many_of_one', { errors, message: countedMessage('too_many_of_one', inventory) })
  }
  if (problem === 'only_left' || problem === 'sold_out') {
    return refuse('only_left', { errors, message: countedMessage('only_left', inventory) })
  }
  return problem && problem !== 'cart_full' ? refuse(problem, { errors }) : null
}

type CouponBuyer = { actor: Visitor; guestProof: GuestProof; email: string }

/** Claims the coupon of a typed code for this order, with the same checks as any other claim. */
async function claimCode(shop: Shop, { actor, guestProof, email }: CouponBuyer, code: string): Promise<string> {
  const { db, clock } = shop
  const now = clock.now()
  const isMine = findOwnClaims(actor, guestProof, email)
  const isNew = () => isNewByProof(shop, actor, guestProof, email)
  const found = await findTypedCoupon(db, { code, isMine, isNew, now })
  if (!found) throw refuse('coupon_code_unknown')
  const { problem } = found
  // These two problems throw here. The widget returns them with status 200, which at checkout would look like a placed
  // order.
  if (problem === 'coupons_gone' || problem === 'not_eligible')
    throw refuse('coupon_gone', { message: codeProblems[problem] })
  if (problem) throw refuse(problem)
  const holder = { customerId: actor.customerId, email, holder: actor.customerId ? null : guestProof.holder }
  const claimId = await claimTypedCoupon(db, found, { holder, isMine, now })
  if (claimId === null) throw refuse('coupon_gone', { message: codeProblems.coupons_gone })
  return claimId
}

async function findClaim(
  tx: Database,
  { actor, guestProof, email }: CouponBuyer,
  claimId: string | null,
): Promise<string | null> {
  if (!claimId) return null
  // A guest's claim must come from the same browser, which the cookie proves. An email address or a claim id is not
  // enough.
  const isMine = findOwnClaims(actor, guestProof, email)
  const [claim] = await tx
    .select({ id: couponClaims.id })
    .from(couponClaims)
    .where(and(eq(couponClaims.id, claimId), isMine))
  if (!claim) throw refuse('coupon_gone')
  return claim.id
}

async function findAddress(db: Database, customerId: string | null, input: ParsedInput): Promise<OrderAddress> {
  const address = await readAddress(db, customerId, input)
  await checkShipsTo(db, address.country)
  return address
}

async function readAddress(db: Database, customerId: string | null, input: ParsedInput): Promise<OrderAddress> {
  if (input.address) return toOrderAddress(checkAddress(input.address, { prefix: 'address.' }))
  if (!input.address_id || !customerId) throw refuseFields({ address: [msg('Please choose an address')] })
  const kept = await findSavedAddress(db, customerId, input.address_id)
  if (!kept) throw refuseFields({ address: [msg('This address is no longer in your address book')] })
  return kept
}

export function toOrderAddress(typed: AddressInput): OrderAddress {
  const { address_1: address1, address_2: address2, house_num: houseNum, ...rest } = typed
  return { ...rest, address1, address2, houseNum }
}

/**
 * Returns an address of the customer's own address book. An old address whose country is unknown must be edited first.
 */
export async function findSavedAddress(db: Database, customerId: string, id: string): Promise<OrderAddress | null> {
  const [kept] = await db
    .select()
    .from(addresses)
    .where(and(eq(addresses.id, id), eq(addresses.customerId, customerId)))
  if (!kept) return null
  const { id: _, customerId: __, isDefault: ___, createdAt: ____, ...address } = kept
  const country = await findCountryInAnyLanguage(address.country)
  if (country === null) throw refuseFields({ country: [msg('Please choose a country')] })
  // Older rows have the region's name. Orders have its code, by which taxes are found.
  return { ...address, country, state: toRegionCode({ country, state: address.state }) }
}

async function findLanguage(db: Database, languageId: number | undefined): Promise<{ languageId?: number }> {
  if (languageId === undefined) return {}
  const [found] = await db.select({ id: languages.id }).from(languages).where(eq(languages.id, languageId))
  return found ? { languageId: found.id } : {}
}
