import { useConsole } from '#console/console-context.ts'
import { showMoney } from '#console/ui/money.rules.ts'
import type { StaffInput } from '#contract/staff-call.ts'
import { RequestNote } from '#features/staff/console/request-note.tsx'
import type { StaffRequest } from '#features/staff/requests.staff.contract.ts'
import { refundReturn, type StaffReturn } from '../returns.staff.contract.ts'

type Props = { thing: StaffReturn; request: StaffRequest; shopper: string }

/** Somebody asks to pay back more than their role may. */
export function ReturnRequest({ thing, request, shopper }: Props) {
  const { call } = useConsole()
  const money = request.amount ? showMoney(request.amount) : ''
  const input = { ...request.input, no: thing.number, request_id: request.id } as StaffInput<typeof refundReturn>
  return (
    <RequestNote
      request={request}
      wants={
        <>
          to refund <bdi dir="ltr">{money}</bdi>
          {input.deduction && ` and keep a part: ${input.deduction.reason}`}
        </>
      }
      agree={{
        name: `Refund ${money}`,
        run: () => call(refundReturn, input),
        done: `${money} on its way to ${shopper}`,
      }}
    />
  )
}
