import type { ReactNode } from 'react'
import { formatMoney } from '#console/ui/format/money.rules.ts'
import type { StaffRequest } from '#features/staff/requests.staff.contract.ts'
import { RequestNote } from '../requests/request-note.tsx'

type Props = {
  request: StaffRequest
  /** Further text of the request, after the amount. */
  why: ReactNode
  shopper: string
  refund: () => Promise<unknown>
}

/** Shows a request to refund more than the role of its actor allows. */
export function RefundRequest({ request, why, shopper, refund }: Props) {
  const money = request.amount ? formatMoney(request.amount) : ''
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
