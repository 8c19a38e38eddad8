import type { StaffCall, StaffCallOptions, StaffInput } from '#contract/calls/staff-call.ts'
import type { StaffOrder } from '#features/orders/orders.staff.contract.ts'

/** A command about one order: sends it, and hands over the order that it answered. */
export type SendOrder = <C extends StaffCall>(
  call: C,
  input: Omit<StaffInput<C>, 'no'>,
  options?: StaffCallOptions,
) => Promise<void>
export type OrderDialog = {
  order: StaffOrder
  send: SendOrder
  close: () => void
  /** Opens the one in which items are moved between parcels, in its place. */
  repack: () => void
}

/** The lines that still belong to it. */
export const listStanding = ({ lines }: StaffOrder) => lines.filter(({ cancelled_at }) => cancelled_at === null)

export const showOptions = ({ options }: { options: { value: string }[] }) =>
  options.map(({ value }) => value).join(' / ')
