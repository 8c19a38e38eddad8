import { and, eq, gt } from 'drizzle-orm'
import { readDevice } from '#features/sign-in/server/known-devices.service.ts'
import { networkOf } from '#server/network.ts'
import type { VisitorRequest } from '#server/request.ts'
import type { Shop } from '#server/shop.ts'
import { staffMembers } from './staff.tables.ts'
import { staffDevices } from './staff-access.tables.ts'
import { hashSecret } from './staff-asker.service.ts'

const triesUnderAttack = 2

/**
 * Counts a try as the shop does for shoppers: for the person together with the network it comes from, so that nobody is
 * kept out by somebody elsewhere; a browser where they signed in before counts by itself.
 */
export async function countStaffTry(shop: Shop, request: VisitorRequest, step: 'password' | 'code', email: string) {
  const { limits } = shop
  const device = readDevice(request)
  const network = networkOf(request.ip)
  const isKnown = await isKnownDevice(shop, device, email)
  const account = `staff ${step} ${email}`
  const key = `${account} ${isKnown ? hashSecret(device ?? '') : network}`
  if (isKnown) await limits.slowDown('signInTries', key)
  else {
    await limits.take('signInByIp', `staff ${network}`)
    const isCalm = await limits.allows('signInByEmail', account)
    await limits.slowDown('signInTries', key, isCalm ? undefined : triesUnderAttack)
  }
  return {
    giveBack: async () => {
      await limits.forget('signInTries', key)
      if (isKnown) return
      await limits.giveBack('signInByIp', `staff ${network}`)
      await limits.giveBack('signInByEmail', account)
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
