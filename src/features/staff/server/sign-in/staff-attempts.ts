import { and, eq, gt } from 'drizzle-orm'
import { readDevice } from '#features/sign-in/server/known-devices.service.ts'
import { networkOf } from '#server/http/limits/network.ts'
import type { VisitorRequest } from '#server/http/visitor-request.ts'
import type { Shop } from '#server/shop.ts'
import { hashSecret } from '../people/staff-actor.service.ts'
import { staffMembers } from '../staff.tables.ts'
import { staffDevices } from '../staff-access.tables.ts'

const attemptsUnderAttack = 2

type AttemptCount = {
  /** Whether the account's limit for all networks together delays the next try. */
  isAccountDelayed: boolean
  release: () => Promise<void>
}

/**
 * Counts a try by member and network, so that tries from other networks lock nobody out. A known browser is counted
 * separately. Codes of six digits could be guessed from many networks, so all unknown devices also share one limit per
 * account. Recovery codes have 79 bits and are not limited this way, so that the owner can sign in during an attack.
 */
export async function countStaffAttempt(
  shop: Shop,
  request: VisitorRequest,
  { step, email }: { step: 'password' | 'code' | 'recovery code'; email: string },
): Promise<AttemptCount> {
  const { limits } = shop
  const device = readDevice(request)
  const network = networkOf(request.ip)
  const isKnown = await isKnownDevice(shop, device, email)
  const account = `staff ${step === 'password' ? step : 'code'} ${email}`
  const key = `${account} ${isKnown ? hashSecret(device ?? '') : network}`
  if (isKnown) {
    const isDelayed = await limits.slowDown('signInTries', key)
    return { isAccountDelayed: isDelayed && step === 'code', release: () => limits.forget('signInTries', key) }
  }
  await limits.take('signInByIp', `staff ${network}`)
  const isBelowNetworkLimit = await limits.allows('signInByEmail', account)
  await limits.slowDown('signInTries', key, isBelowNetworkLimit ? undefined : attemptsUnderAttack)
  const isAccountDelayed = step === 'code' && (await limits.slowDown('staffCodesByAccount', email))
  return {
    isAccountDelayed,
    release: async () => {
      await limits.forget('signInTries', key)
      await limits.release('signInByIp', `staff ${network}`)
      await limits.release('signInByEmail', account)
      // The try is given back, but the count is not reset. Otherwise, a guesser would get new tries with each sign-in
      // of the owner.
      if (step === 'code') await limits.release('staffCodesByAccount', email)
    },
  }
}

export async function isKnownDevice({ db, clock }: Shop, device: string | null, email: string): Promise<boolean> {
  const [known] = await db
    .select({ memberId: staffDevices.memberId })
    .from(staffDevices)
    .innerJoin(staffMembers, eq(staffMembers.id, staffDevices.memberId))
    .where(
      and(
        eq(staffDevices.tokenHash, hashSecret(device ?? '')),
        eq(staffMembers.email, email),
        gt(staffDevices.expiresAt, clock.now()),
      ),
    )
  return known !== undefined
}
