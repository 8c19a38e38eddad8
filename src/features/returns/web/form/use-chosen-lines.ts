import { useEffect } from 'react'
import { groupLines } from '#features/orders/order-lines.rules.ts'
import type { Order, OrderLine } from '#features/orders/orders.contract.ts'
import { refundStore, useRefundSlice } from './refund-store.ts'

/** The line the form was opened for, and those that were added to it. */
export function useChosenLines(order: Order, line: OrderLine) {
  const slice = useRefundSlice()
  const others = order.products.filter((one) => one.can_after_sale && one.id !== line.id)
  const alike = findAlike(line, others)
  const goods = [line, ...others].map(({ id, name }) => ({ id, order_id: order.id, name }))
  const key = goods.map(({ id }) => id).join(',')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the lines are told apart by their ids.
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
  const isAlike = (id: string) => alike.some((one) => one.id === id)
  const shownIdOf = (id: string) => (isAlike(id) ? line.id : id)
  const lines = [line, ...added]
  return {
    lines,
    /** The lines with a row of their own. Items of the same kind are asked for by their number, below the first of them. */
    shown: lines.filter((one) => !alike.includes(one)),
    others,
    /** Further units of the same item, which go back for the same reason. */
    alike,
    chooseAlike: (units: number) => {
      const kept = slice.finalSelectedIds.filter((id) => !isAlike(id))
      refundStore.changeFinalSelectedIds([...kept, ...alike.slice(0, units - 1).map(({ id }) => id)])
    },
    /** The line that stands for this one in the form: further units of an item have no row of their own. */
    shownIdOf,
    reasonsOf: (id: string): number[] => (isReady ? (slice.reasons[shownIdOf(id)] ?? []) : []),
  }
}

/** Further units of a line that the order shows as one group. */
export function findAlike(line: OrderLine, others: OrderLine[]): OrderLine[] {
  const group = groupLines([line, ...others]).find(({ lines }) => lines.includes(line))
  return group?.lines.slice(1) ?? []
}
