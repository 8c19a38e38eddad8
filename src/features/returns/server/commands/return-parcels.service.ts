import { and, inArray, notInArray } from 'drizzle-orm'
import { returnStatus } from '#features/orders/return-statuses.rules.ts'
import { canMove, findParcelProblems } from '#features/returns/returns.rules.ts'
import type { Database } from '#server/database/database.ts'
import { refuse, refuseFields } from '#server/http/refuse.ts'
import type { CommandContext } from '#server/shop.ts'
import { isItemOf, type ReturnOwner } from '../queries/return-owner.ts'
import { returnItems } from '../returns.tables.ts'
import { lockReturn, moveItem, updateReturnFromItems } from './move-return.service.ts'

type Parcel = ReturnOwner & {
  returnId?: string | undefined
  lineIds: string[]
  deliveryCompany: string
  trackingNumber: string
}

/** Stores or edits the carrier and the number of the given items (2 → 2). Repeated data change nothing. */
export async function giveParcel(shop: CommandContext, parcel: Parcel): Promise<{ returnId: string }> {
  return shop.db.transaction(async (tx) => {
    const now = shop.clock.now()
    const returnId = parcel.returnId ?? (await findReturnOf(tx, parcel))
    const { returnRow, items } = await lockReturn(tx, returnId, parcel)
    const named = items.filter(({ orderLineId }) => parcel.lineIds.includes(orderLineId))
    if (named.length !== new Set(parcel.lineIds).size) throw refuse('not_found')
    const { deliveryCompany, trackingNumber } = parcel
    const newParcel = { delivery_company: deliveryCompany, tracking_number: trackingNumber }
    const isEdit = named.some(({ logisticsAt }) => logisticsAt !== null)
    const problems = findParcelProblems(newParcel, isEdit)
    if (problems) {
      throw refuseFields(Object.fromEntries(Object.entries(problems).map(([field, message]) => [field, [message]])))
    }
    const changed = named.filter(
      (item) => item.deliveryCompany !== deliveryCompany || item.trackingNumber !== trackingNumber,
    )
    if (changed.length === 0) return { returnId }
    if (!changed.every((item) => canMove('giveParcel', item, now, returnRow.policy))) throw refuse('return_moved_on')
    for (const item of changed) {
      const set = { deliveryCompany, trackingNumber, logisticsAt: item.logisticsAt ?? now }
      await moveItem(tx, item, { command: 'giveParcel', now, policy: returnRow.policy, set, data: newParcel })
    }
    await updateReturnFromItems(tx, returnId)
    return { returnId }
  })
}

/** Finds the return of the parcel data, which may contain only item ids. An item is in at most one open return. */
async function findReturnOf(tx: Database, parcel: Parcel): Promise<string> {
  const found = await tx
    .selectDistinct({ returnId: returnItems.returnId })
    .from(returnItems)
    .where(
      and(
        inArray(returnItems.orderLineId, parcel.lineIds),
        isItemOf(parcel),
        notInArray(returnItems.status, [returnStatus.cancelled, returnStatus.closed]),
      ),
    )
  const [only, ...more] = found
  if (!only || more.length > 0) throw refuse('not_found')
  return only.returnId
}
