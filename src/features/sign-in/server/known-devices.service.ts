import { and, desc, eq, gt, inArray } from 'drizzle-orm'
import { dayMs } from '#contract/times/times.ts'
import type { Database } from '#server/database/database.ts'
import { newToken } from '#server/database/ids.ts'
import type { VisitorRequest } from '#server/http/visitor-request.ts'
import type { Shop } from '#server/shop.ts'
import { deviceDays } from '../sign-in.rules.ts'
import { hashToken } from './session.service.ts'
import { customers, knownDevices } from './sign-in.tables.ts'

const cookieName = 'device'

/**
 * Returns the secret of this browser, or null. The secret does not open an account. It shows that an account was signed
 * in on this browser before, so that failed attempts of strangers do not count here. It also shows that a mail was
 * requested from this browser.
 */
export function readDevice(request: VisitorRequest): string | null {
  const token = request.cookie(cookieName)
  return token && /^[\w-]{43}$/.test(token) ? token : null
}

/** Returns the secret of the browser and renews its cookie. Creates the secret if the browser has none. */
export function ensureDeviceCookie({ clock }: Pick<Shop, 'clock'>, request: VisitorRequest): string {
  const device = readDevice(request) ?? newToken()
  request.setCookie(cookieName, device, new Date(clock.now().getTime() + deviceDays * dayMs), { httpOnly: true })
  return device
}

/** Returns whether the account with this email address was signed in on this browser before. */
export async function isKnownDevice(
  { db, clock }: Pick<Shop, 'db' | 'clock'>,
  device: string | null,
  email: string,
): Promise<boolean> {
  const [known] = await db
    .select({ customerId: knownDevices.customerId })
    .from(knownDevices)
    .innerJoin(customers, eq(customers.id, knownDevices.customerId))
    .where(
      and(
        eq(knownDevices.tokenHash, hashToken(device ?? '')),
        eq(customers.email, email),
        gt(knownDevices.expiresAt, clock.now()),
      ),
    )
  return known !== undefined
}

/**
 * Remembers that an account was signed in on this browser. Above the limit, the browser that was not used for the
 * longest time is forgotten.
 */
export async function saveDevice(
  tx: Database,
  { clock, bounds }: Pick<Shop, 'clock' | 'bounds'>,
  { customerId, device }: { customerId: string; device: string },
): Promise<void> {
  const usedAt = clock.now()
  const expiresAt = new Date(usedAt.getTime() + deviceDays * dayMs)
  await tx
    .insert(knownDevices)
    .values({ tokenHash: hashToken(device), customerId, usedAt, expiresAt })
    .onConflictDoUpdate({ target: [knownDevices.tokenHash, knownDevices.customerId], set: { usedAt, expiresAt } })
  const surplusDevices = tx
    .select({ tokenHash: knownDevices.tokenHash })
    .from(knownDevices)
    .where(eq(knownDevices.customerId, customerId))
    .orderBy(desc(knownDevices.usedAt), desc(knownDevices.tokenHash))
    .offset(bounds.knownDevices)
  await tx
    .delete(knownDevices)
    .where(and(eq(knownDevices.customerId, customerId), inArray(knownDevices.tokenHash, surplusDevices)))
}

export async function deleteDevices(tx: Database, customerId: string): Promise<void> {
  await tx.delete(knownDevices).where(eq(knownDevices.customerId, customerId))
}
