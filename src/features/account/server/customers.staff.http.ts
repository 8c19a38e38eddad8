import { giveCouponToAddress } from '#features/coupons/server/coupons.staff.service.ts'
import { endAllSessions } from '#features/sign-in/server/session.service.ts'
import type { Shop } from '#server/shop.ts'
import { handleStaff, type StaffHandler } from '#server/staff-http.ts'
import * as calls from '../customers.staff.contract.ts'
import { exportCustomer, findCustomer, listCustomers, readCustomer } from './customers.staff.service.ts'
import { eraseCustomer } from './erase-customer.service.ts'

/** What the audit log compares: nothing that tells who it is, because that can be erased. */
async function readTrace(shop: Shop, given: string) {
  const { id, erased_at, sessions, coupons } = await readCustomer(shop, given)
  return { id, erased_at, sessions: sessions.length, coupons: coupons.length }
}

const parts = {
  thing: ({ shop, input }: { shop: Shop; input: { id: string } }) => readTrace(shop, input.id),
}

export const customerStaffHandlers: StaffHandler[] = [
  handleStaff(calls.listCustomers, ({ shop, input }) => listCustomers(shop, input)),
  handleStaff(calls.getCustomer, ({ shop, input }) => readCustomer(shop, input.id)),
  handleStaff(
    calls.endCustomerSessions,
    async ({ shop, input }) => {
      const { id } = await findCustomer(shop.db, input.id)
      await endAllSessions(shop.db, shop.clock, id)
      return readCustomer(shop, id)
    },
    parts,
  ),
  handleStaff(
    calls.giveCustomerCoupon,
    async ({ shop, input }) => {
      const { id, email } = await findCustomer(shop.db, input.id)
      await giveCouponToAddress(shop, input.code.toUpperCase(), email)
      return readCustomer(shop, id)
    },
    parts,
  ),
  handleStaff(calls.exportCustomer, ({ shop, input }) => exportCustomer(shop, input.id)),
  handleStaff(
    calls.eraseCustomer,
    async ({ shop, input }) => {
      const { id } = await findCustomer(shop.db, input.id)
      await eraseCustomer(shop, id)
      return readCustomer(shop, id)
    },
    parts,
  ),
]
