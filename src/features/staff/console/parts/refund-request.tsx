import type { ReactNode } from 'react'
import { showMoney } from '#console/ui/money.rules.ts'
import type { StaffRequest } from '#features/staff/requests.staff.contract.ts'
import { RequestNote } from '../requests/request-note.tsx'

type Props = {
  request: StaffRequest
  /** What else they said, after the sum. */
  why: ReactNode
  shopper: string
  refund: () => Promise<unknown>
}

/** Somebody asks to pay back more than their role may. */
export function RefundRequest({ request, why, shopper, refund }: Props) {
  const money = request.amount ? showMoney(request.amount) : ''
  return (
    <RequestNote
      request={request}
      wants={
        <>
          to refund <bdi dir="ltr">{money}</bdi>
          {why}
        </>
      }
      agree={{ name: `Refund ${money}`, run: refund, done: `${money} on its way to ${shopper}` }}
    />
  )
}
