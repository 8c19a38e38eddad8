import * as links from '#console/shell/console-links.ts'
import { allowsScope } from '#contract/calls/scopes.ts'
import type { MakeStaffCall } from '#contract/calls/staff-call.ts'
import { compareTexts } from '#contract/text/compare.ts'
import { keysOf } from '#contract/values.ts'
import { listOrders } from '#features/orders/orders.staff.contract.ts'
import { assignReturn } from '#features/returns/return-commands.staff.contract.ts'
import { listReturns } from '#features/returns/returns.staff.contract.ts'
import type { Me } from '#features/staff/me.staff.contract.ts'
import { assignChat, assignTicket, listInbox } from '#features/support/inbox.staff.contract.ts'
import type { waitingKinds } from '../figures.staff.contract.ts'

type Kind = (typeof waitingKinds)[number]
type Waiting = { kind: Kind; count: number; due_at: string | null }
type TaskTaker = (call: MakeStaffCall, me: Me) => Promise<string | null>

const firstOrderWith =
  (status: string): TaskTaker =>
  async (call) => {
    const { data } = await call(listOrders, { status, sort: 'placed_at', limit: 1 })
    return data.data[0] ? links.staffOrderLink(data.data[0].number) : null
  }

/**
 * Functions that find and take the most urgent task, by kind. Chats, tickets and returns are assigned to the staff
 * member, so that two people do not take the same task.
 */
const taskTakers: Partial<Record<Kind, TaskTaker>> = {
  chats: async (call, me) => {
    const { data } = await call(listInbox, { kind: 'chat', assignee: 'none', limit: 1 })
    const [chat] = data.data
    if (!chat) return null
    await call(assignChat, { id: chat.number, assignee: me.id })
    return links.staffChatLink(chat.number)
  },
  tickets: async (call, me) => {
    const { data } = await call(listInbox, { kind: 'ticket', assignee: 'none', limit: 1 })
    const [ticket] = data.data
    if (!ticket) return null
    await call(assignTicket, { number: ticket.number, assignee: me.id })
    return links.staffTicketLink(ticket.number)
  },
  returns_to_judge: async (call, me) => {
    const { data } = await call(listReturns, { due: 'any', assignee: 'none', limit: 1 })
    const [found] = data.data
    if (!found) return null
    if (allowsScope(me.scopes, 'returns:judge')) {
      await call(assignReturn, { no: found.number, assignee: me.id })
    }
    return links.staffReturnLink(found.number)
  },
  orders_to_ship: firstOrderWith('packed'),
  orders_to_pack: firstOrderWith('preparing'),
  orders_to_prepare: firstOrderWith('paid'),
}
const order = keysOf(taskTakers)

/**
 * Returns the kinds of open tasks, earliest due first. Among kinds without a due time, waiting shoppers come before
 * parcels.
 */
export function listKindsByUrgency(waiting: Waiting[]): Kind[] | null {
  const open = waiting.filter(({ kind, count }) => count > 0 && kind in taskTakers)
  const rank = ({ kind, due_at }: Waiting) => [due_at ?? '9', order.indexOf(kind)] as const
  const sorted = open.sort((a, b) => compareTexts(rank(a)[0], rank(b)[0]) || rank(a)[1] - rank(b)[1])
  return sorted.length > 0 ? sorted.map(({ kind }) => kind) : null
}

/**
 * Takes the most urgent task and returns its link. Returns null if other staff members have already taken the tasks of
 * every kind.
 */
export async function takeMostUrgentTask(call: MakeStaffCall, me: Me, kinds: Kind[]): Promise<string | null> {
  for (const kind of kinds) {
    const href = await taskTakers[kind]?.(call, me)
    if (href) return href
  }
  return null
}
