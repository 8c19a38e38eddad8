import { eq, inArray } from 'drizzle-orm'
import type { StaffParsed } from '#contract/calls/staff-call.ts'
import { returnStatus } from '#features/orders/return-statuses.rules.ts'
import type { changeReturns } from '#features/returns/return-jobs.staff.contract.ts'
import type { StaffJob } from '#features/staff/jobs.staff.contract.ts'
import { queueJob } from '#features/staff/server/work/staff-jobs.service.ts'
import { refuseFields } from '#server/http/refuse.ts'
import type { StaffActor } from '#server/http/staff/staff-actor.ts'
import type { Shop } from '#server/shop.ts'
import { returnItems, returns } from '../returns.tables.ts'

type ParsedInput = StaffParsed<typeof changeReturns>

/**
 * Queues a job that makes the same staff call for each return. Each call sends a separate mail and writes a separate
 * audit row.
 */
export async function queueBulk(shop: Shop, input: ParsedInput, actor: StaffActor): Promise<StaffJob> {
  const { command, text, template } = input
  const numbers = [...new Set(input.numbers.map((number) => number.toUpperCase()))]
  if (command === 'assign') {
    const assignee = input.assignee === 'me' ? actor.id : (input.assignee ?? null)
    return queueJob(shop, { call: 'POST /returns/:no/assign', input: { assignee }, numbers, actor })
  }
  if (command === 'reject' && !text) throw refuseFields({ text: ['Enter the message to the shoppers'] })
  const itemsOf = await findItems(shop, numbers)
  const inputs = numbers.map((number, index) => {
    const items = itemsOf.get(number)
    if (!items) throw refuseFields({ [`numbers.${index}`]: [`There is no return ${number}`] })
    const waiting = items.filter(({ status }) => status === returnStatus.processing)
    // If no item waits any more, the call itself refuses because the return has already changed.
    const decided = (waiting.length > 0 ? waiting : items).map(({ id }) => ({
      id,
      decision: command,
      ...(command === 'reject' && { text, ...(template && { template }) }),
    }))
    return [number, { items: decided }]
  })
  const call = 'POST /returns/:no/decide'
  return queueJob(shop, { call, input: {}, inputs: Object.fromEntries(inputs), numbers, actor })
}

async function findItems({ db }: Shop, numbers: string[]) {
  const rows = await db
    .select({ number: returns.returnNo, id: returnItems.id, status: returnItems.status })
    .from(returns)
    .innerJoin(returnItems, eq(returnItems.returnId, returns.id))
    .where(inArray(returns.returnNo, numbers))
  return Map.groupBy(rows, ({ number }) => number)
}
