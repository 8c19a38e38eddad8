import type * as z from 'zod/mini'
import type { MakeStaffCall, StaffCall, StaffCallOptions, StaffInput } from '#contract/calls/staff-call.ts'
import type { StaffOrder } from '#features/orders/orders.staff.contract.ts'

/** Command on one order. Returns the order after the command. */
export type OrderCommandCall = StaffCall<z.ZodMiniType, typeof StaffOrder, 'one'>

/** Function that sends a command on the order of a dialog. */
export type SendOrder = <C extends OrderCommandCall>(
  call: C,
  input: Omit<StaffInput<C>, 'no'>,
  options?: StaffCallOptions,
) => Promise<void>

/** Returns the `send` function of an order's dialogs. `onSent` receives the updated order after the command. */
export function createSendOrder(call: MakeStaffCall, number: string, onSent?: (order: StaffOrder) => void): SendOrder {
  return async (command, input, options) => {
    const { data } = await call<OrderCommandCall>(command, { ...input, no: number }, options)
    onSent?.(data)
  }
}

export type OrderDialog = {
  order: StaffOrder
  send: SendOrder
  close: () => void
  /** Replaces this dialog with the dialog that moves items between parcels. */
  repack: () => void
}

/** Lists the lines that are not canceled. */
export const listActiveLines = ({ lines }: StaffOrder) => lines.filter(({ cancelled_at }) => cancelled_at === null)

export const formatOptions = ({ options }: { options: { value: string }[] }) =>
  options.map(({ value }) => value).join(' / ')
