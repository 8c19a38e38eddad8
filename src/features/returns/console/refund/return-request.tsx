import { useConsole } from '#console/shell/console-context.ts'
import type { StaffInput } from '#contract/calls/staff-call.ts'
import { refundReturn } from '#features/returns/return-commands.staff.contract.ts'
import type { StaffReturn } from '#features/returns/returns.staff.contract.ts'
import { RefundRequest } from '#features/staff/console/parts/refund-request.tsx'
import type { StaffRequest } from '#features/staff/requests.staff.contract.ts'

type Props = { returnRequest: StaffReturn; request: StaffRequest; shopper: string }

export function ReturnRequest({ returnRequest, request, shopper }: Props) {
  const { call } = useConsole()
  const input = { ...request.input, no: returnRequest.number, request_id: request.id } as StaffInput<
    typeof refundReturn
  >
  const why = input.deduction && ` with a deduction: ${input.deduction.reason}`
  return <RefundRequest request={request} why={why} shopper={shopper} refund={() => call(refundReturn, input)} />
}
