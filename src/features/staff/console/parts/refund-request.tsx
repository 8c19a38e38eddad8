import type { ReactNode } from 'react'
import { formatMoney } from '#console/ui/format/money.rules.ts'
import type { StaffRequest } from '#features/staff/requests.staff.contract.ts'
import { RequestNote } from '../requests/request-note.tsx'

type Props = {
  request: StaffRequest
  /** Text after the amount of the request. */
  why: ReactNode
  shopper: string
  refund: () => Promise<unknown>
}

/** Shows a request for a refund that exceeds the limit of the requesting member's role. */
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
      agree={{ name: `Refund ${money}`, run: refund, done: `A refund of ${money} is on its way to ${shopper}` }}
    />
  )
}
