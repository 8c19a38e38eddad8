import { useEffect } from 'react'
import type { Order, OrderLine } from '#features/orders/orders.contract.ts'
import { refundStore, useRefundSlice } from './refund-store.ts'

/** The line the form was opened for, and those that were added to it. */
export function useChosenLines(order: Order, line: OrderLine) {
  const slice = useRefundSlice()
  const others = order.products.filter((one) => one.can_after_sale && one.id !== line.id)
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
  const reasonsOf = (id: string): number[] => (isReady ? (slice.reasons[id] ?? []) : [])
  return { lines: [line, ...added], others, reasonsOf }
}
