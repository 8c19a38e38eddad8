import type { StaffCall } from '#contract/staff-call.ts'
import * as inbox from '#features/inbox/inbox.staff.contract.ts'
import * as audit from '#features/staff/audit.staff.contract.ts'
import { createCallNames, type Group } from './contracts.ts'

/** What the reference of the staff API groups calls by. A new contract gets its place here. */
export const staffCallGroups: Group[] = [
  { name: 'inbox', about: 'Tickets and chats as one queue.', contracts: [inbox] },
  { name: 'staff', about: 'Who works here, keys, and what everybody changed.', contracts: [audit] },
]

const nameOf = createCallNames(staffCallGroups, 'src/app/staff-contracts.ts')

export function nameStaffCall(call: StaffCall): { name: string; group: string } {
  return nameOf(call)
}
