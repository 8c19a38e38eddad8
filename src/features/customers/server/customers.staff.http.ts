import type * as z from 'zod/mini'
import type { Scope } from '#contract/calls/scopes.ts'
import type { StaffCall } from '#contract/calls/staff-call.ts'
import { saveDefaultAddress } from '#features/addresses/server/addresses.service.ts'
import { checkAddress } from '#features/addresses/server/check-address.service.ts'
import { giveCouponToAddress } from '#features/coupons/server/coupons.staff.service.ts'
import { endAllSessions } from '#features/sign-in/server/session.service.ts'
import {
  approveRequest,
  hasSecondPerson,
  requestApproval,
  toRequestAuditView,
} from '#features/staff/server/work/staff-requests.service.ts'
import { refuse } from '#server/http/refuse.ts'
import type { StaffActor } from '#server/http/staff/staff-actor.ts'
import { handleStaff, type StaffHandler } from '#server/http/staff/staff-handler.ts'
import type { Shop } from '#server/shop.ts'
import * as calls from '../customers.staff.contract.ts'
import { listGuests as listGuestsCall } from '../guests.staff.contract.ts'
import { addCustomer } from './add-customer.service.ts'
import { changeCredit } from './customer-credit.service.ts'
import { addNote, removeNote, restoreNote } from './customer-notes.service.ts'
import { exportCustomer, findCustomer, readCustomer } from './customers.staff.service.ts'
import { checkNothingOpen, eraseCustomer } from './erase-customer.service.ts'
import { countCustomers, listCustomers } from './list-customers.staff.service.ts'
import { listGuests } from './list-guests.staff.service.ts'

/**
 * Returns the fields that the audit log compares. Personal data is left out, because personal data must be erasable.
 */
function trace({ id, erased_at, sessions, coupons, notes, credit }: calls.StaffCustomer) {
  const counts = { sessions: sessions.length, coupons: coupons.length, notes: notes.length }
  return { id, erased_at, ...counts, credit: credit.balance }
}

const auditName = async ({ shop, input }: { shop: Shop; input: { id: string } }) =>
  `customers/${(await findCustomer(shop.db, input.id)).id}`

const parts = {
  auditName,
  resource: ({ shop, input }: { shop: Shop; input: { id: string } }) => readCustomer(shop, input.id).then(trace),
}

function handleNote<I extends z.ZodMiniType<{ id: string }>>(
  call: StaffCall<I, typeof calls.StaffCustomer, 'one', Scope>,
  run: (shop: Shop, actor: StaffActor, customerId: string, input: z.output<I>) => Promise<void>,
): StaffHandler {
  return handleStaff(
    call,
    async ({ shop, input, actor }) => {
      const { id } = await findCustomer(shop.db, input.id)
      await run(shop, actor, id, input)
      return readCustomer(shop, id, actor)
    },
    parts,
  )
}

export const customerStaffHandlers: StaffHandler[] = [
  handleStaff(calls.listCustomers, ({ shop, input }) => listCustomers(shop, input)),
  handleStaff(calls.countCustomers, ({ shop }) => countCustomers(shop)),
  handleStaff(
    calls.addCustomer,
    async ({ shop, input, actor }) => readCustomer(shop, await addCustomer(shop, input), actor),
    { auditView: ({ id }) => ({ id }) },
  ),
  handleNote(calls.noteCustomer, (shop, actor, customerId, { body }) => addNote(shop, actor, { customerId, body })),
  handleNote(calls.removeCustomerNote, (shop, actor, customerId, { note_id: noteId }) =>
    removeNote(shop, actor, { customerId, noteId }),
  ),
  handleNote(calls.restoreCustomerNote, (shop, actor, customerId, { note_id: noteId }) =>
    restoreNote(shop, actor, { customerId, noteId }),
  ),
  handleStaff(calls.getCustomer, ({ shop, input, actor }) => readCustomer(shop, input.id, actor)),
  handleStaff(listGuestsCall, ({ shop, input }) => listGuests(shop, input)),
  handleStaff(
    calls.saveCustomerAddress,
    async ({ shop, input: { id: given, ...address }, actor }) => {
      const { id, erasedAt } = await findCustomer(shop.db, given)
      if (erasedAt) throw refuse('not_found')
      await saveDefaultAddress(shop, id, checkAddress(address, { isByStaff: true }))
      return readCustomer(shop, id, actor)
    },
    parts,
  ),
  handleStaff(
    calls.endCustomerSessions,
    async ({ shop, input, actor }) => {
      const { id } = await findCustomer(shop.db, input.id)
      await endAllSessions(shop.db, shop.clock, id)
      return readCustomer(shop, id, actor)
    },
    parts,
  ),
  handleStaff(
    calls.giveCustomerCoupon,
    async ({ shop, input, actor }) => {
      const { id, email } = await findCustomer(shop.db, input.id)
      await giveCouponToAddress(shop, input.code.toUpperCase(), email)
      return readCustomer(shop, id, actor)
    },
    parts,
  ),
  handleStaff(
    calls.changeCustomerCredit,
    async ({ shop, input: { id: given, amount, reason }, actor }) => {
      const { id, erasedAt } = await findCustomer(shop.db, given)
      if (erasedAt) throw refuse('not_found')
      await changeCredit(shop, actor, { customerId: id, amount, reason })
      return readCustomer(shop, id, actor)
    },
    parts,
  ),
  handleStaff(calls.exportCustomer, ({ shop, input }) => exportCustomer(shop, input.id), { auditName }),
  handleStaff(
    calls.eraseCustomer,
    async ({ shop, input, actor }) => {
      const { id } = await findCustomer(shop.db, input.id)
      await eraseCustomer(shop, id, (tx) => checkSecondPerson({ ...shop, db: tx }, actor, id))
      return readCustomer(shop, id)
    },
    // An erased customer can no longer be found by email address.
    { ...parts, auditView: trace },
  ),
  handleStaff(
    calls.askToEraseCustomer,
    async ({ shop, input, actor }) => {
      const customer = await findCustomer(shop.db, input.id)
      if (customer.erasedAt) throw refuse('not_found')
      // The check runs when the erasure is requested, so that the first member gets the refusal instead of the second
      // member.
      await checkNothingOpen(shop.db, customer)
      return requestApproval(shop, actor, { kind: 'erase', about: `customers/${customer.id}` })
    },
    { auditName, auditView: toRequestAuditView },
  ),
]

/**
 * Requires a second person to erase a customer. If no second member exists, it is sufficient that the actor has just
 * confirmed their identity by password or passkey. API keys and the command line need no second person, because the
 * operators of these programs decide.
 */
async function checkSecondPerson(shop: Shop, actor: StaffActor, customerId: string): Promise<void> {
  if (actor.kind !== 'member') return
  if (await approveRequest(shop, actor, { kind: 'erase', about: `customers/${customerId}` })) return
  if (await hasSecondPerson(shop.db, actor, 'customers:erase')) throw refuse('second_person_needed')
}
