import { useEffect, useState } from 'react'
import { useStaffLive } from '#console/data/use-staff-live.ts'
import { useConsole } from '#console/shell/console-context.ts'
import type { StaffInput, StaffOutput } from '#contract/calls/staff-call.ts'
import { countOrders, sumOrders } from '#features/orders/orders.staff.contract.ts'
import { isWaitingList, toListInput } from './order-list.rules.ts'
import type { OrderSearch } from './order-search.ts'

type Numbers = StaffOutput<typeof countOrders> & Pick<StaffOutput<typeof sumOrders>, 'money'>

/** Returns the number of orders by status, and the total value of the waiting orders. Live events refresh both. */
export function useOrderNumbers(first: Numbers, search: OrderSearch): Numbers {
  const { call } = useConsole()
  const [numbers, setNumbers] = useState(first)
  useEffect(() => setNumbers(first), [first])
  useStaffLive(['counts'], async () => {
    const [counts, sums] = await Promise.all([
      call(countOrders, {}),
      isWaitingList(search) ? call(sumOrders, toListInput(search) as StaffInput<typeof sumOrders>) : null,
    ])
    setNumbers({ counts: counts.data.counts, money: sums?.data.money ?? [] })
  })
  return numbers
}
