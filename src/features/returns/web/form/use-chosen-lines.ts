import { useEffect } from 'react'
import { groupLines } from '#features/orders/order-lines.rules.ts'
import type { Order, OrderLine } from '#features/orders/orders.contract.ts'
import { refundStore, useRefundSlice } from './refund-store.ts'

/** Manages the line of the form and the lines that were added. */
export function useChosenLines(order: Order, line: OrderLine) {
  const slice = useRefundSlice()
  const others = order.products.filter((one) => one.can_after_sale && one.id !== line.id)
  const sameItems = findSameItems(line, others)
  const goods = [line, ...others].map(({ id, name }) => ({ id, order_id: order.id, name }))
  const key = goods.map(({ id }) => id).join(',')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key contains the ids of the lines.
  useEffect(() => {
    let isHere = true
    refundStore.restore().then(() => {
      if (isHere) refundStore.initialiseReturnGoods(goods)
    })
    return () => {
      isHere = false
    }
  }, [key])
  const isReady = slice.originalArr[0]?.id === line.id
  const added = isReady ? others.filter(({ id }) => slice.finalSelectedIds.includes(id)) : []
  const isSameItem = (id: string) => sameItems.some((one) => one.id === id)
  const shownIdOf = (id: string) => (isSameItem(id) ? line.id : id)
  const lines = [line, ...added]
  return {
    lines,
    /** Lines with a separate row. Further units of the same item are chosen by quantity, below the first unit. */
    shown: lines.filter((one) => !sameItems.includes(one)),
    others,
    /** Further units of the same item. All units of an item share its reason. */
    sameItems,
    chooseAlike: (quantity: number) => {
      const kept = slice.finalSelectedIds.filter((id) => !isSameItem(id))
      refundStore.changeFinalSelectedIds([...kept, ...sameItems.slice(0, quantity - 1).map(({ id }) => id)])
    },
    /** Returns the line that represents the given line. Further units of an item have no separate row. */
    shownIdOf,
    reasonsOf: (id: string): number[] => (isReady ? (slice.reasons[shownIdOf(id)] ?? []) : []),
  }
}

/** Lists further units of a line that the order shows as one group. */
export function findSameItems(line: OrderLine, others: OrderLine[]): OrderLine[] {
  const group = groupLines([line, ...others]).find(({ lines }) => lines.includes(line))
  return group?.lines.slice(1) ?? []
}
