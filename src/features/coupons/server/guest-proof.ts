import { and, eq, isNull, or, type Placeholder, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { Email } from '#contract/calls/fields.ts'
import { dayMs } from '#contract/times/times.ts'
import { newId } from '#server/database/ids.ts'
import type { VisitorRequest } from '#server/http/visitor-request.ts'
import type { Shop } from '#server/shop.ts'
import { readSigned, signValue } from '#server/signing.ts'
import { couponClaims } from './coupons.tables.ts'

/**
 * The proof of a guest's browser: the browser id that is stored with its claims, and the email addresses verified in
 * the browser. The address in a header or in the `subscribe_email` cookie only names the guest and proves nothing.
 */
export type GuestProof = { holder: string | null; proved: string[] }

/** The cookie with the browser's id and verified addresses, signed. */
export const claimsCookie = 'claims'
const keptDays = 365
const maxVerifiedAddresses = 3
const Kept = z.object({ h: z.string().check(z.maxLength(40)), p: z.array(z.string().check(z.maxLength(50))) })

export const noGuestProof: GuestProof = { holder: null, proved: [] }

export async function readGuestProof(shop: Pick<Shop, 'db' | 'clock'>, request: VisitorRequest): Promise<GuestProof> {
  const cookie = request.cookie(claimsCookie)
  const kept = cookie ? Kept.safeParse(await readSigned(shop, claimsCookie, cookie)) : null
  return kept?.success ? { holder: kept.data.h, proved: kept.data.p } : noGuestProof
}

/** Stores the browser's id and a newly verified email address in the cookie. */
export async function saveGuestProof(
  shop: Pick<Shop, 'db' | 'clock'>,
  request: VisitorRequest,
  proved?: string,
): Promise<GuestProof & { holder: string }> {
  const before = await readGuestProof(shop, request)
  const all = proved ? [proved, ...before.proved.filter((one) => one !== proved)] : before.proved
  const guestProof = { holder: before.holder ?? newId(), proved: all.slice(0, maxVerifiedAddresses) }
  const signed = await signValue(shop, claimsCookie, { h: guestProof.holder, p: guestProof.proved })
  const expires = new Date(shop.clock.now().getTime() + keptDays * dayMs)
  request.setCookie(claimsCookie, signed, expires, { httpOnly: true })
  return guestProof
}

/** Returns the email address that a guest claims to own, or null. */
export function readClaimedEmail(request: VisitorRequest): string | null {
  const named = Email.safeParse(request.header('x-subscribe-email') ?? request.cookie('subscribe_email'))
  return named.success ? named.data : null
}

type ClaimFilter = {
  holder: string | null | Placeholder
  proved: string[] | Placeholder
  email: string | null | Placeholder
}

/**
 * Condition on `coupon_claims`: guest claims that a browser may see and use. If an email address is given, the
 * condition covers only claims of that address.
 */
export function isClaimOfGuest({ holder, proved, email }: ClaimFilter): SQL | undefined {
  return and(
    isNull(couponClaims.customerId),
    or(eq(couponClaims.holder, sql`${holder}::text`), sql`${couponClaims.email} = any(${sql.param(proved)}::text[])`),
    or(sql`${email}::text is null`, eq(couponClaims.email, sql`${email}::text`)),
  )
}
