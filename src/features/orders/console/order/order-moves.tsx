import { type ReactNode, useState } from 'react'
import { useCommand } from '#console/data/use-command.ts'
import { usePaletteCommands } from '#console/palette/palette-store.ts'
import { useConsole, useMe } from '#console/shell/console-context.ts'
import { useKeys } from '#console/shell/use-keys.ts'
import { showToast } from '#console/ui/overlays/toast-store.ts'
import { allowsScope } from '#contract/calls/scopes.ts'
import type { StaffOrder } from '#features/orders/orders.staff.contract.ts'
import { AddressDialog } from '../dialogs/address-dialog.tsx'
import { CancelDialog } from '../dialogs/cancel-dialog.tsx'
import { ReturnDialog } from '../dialogs/return-dialog.tsx'
import { HoldDialog, LinkDialog, NoteDialog, PaidDialog } from '../dialogs/text-dialogs.tsx'
import { TagsDialog } from '../list/tag-dialogs.tsx'
import { PackDialog } from '../parcels/pack-dialog.tsx'
import { ShipDialog } from '../parcels/ship-dialog.tsx'
import { createSendOrder, type OrderDialog } from '../parts/order-dialog.tsx'
import { RefundDialog } from '../parts/refund-dialog.tsx'
import { type DirectCommand, type ListedMove, listMoves, type OrderDialogName } from './order-moves.rules.ts'

export type OrderMove = Pick<ListedMove, 'id' | 'name' | 'detail' | 'icon' | 'hint' | 'isDanger'> & {
  run: () => void
  isBusy: boolean
}

const dialogs: Record<OrderDialogName, (props: OrderDialog) => ReactNode> = {
  ship: ShipDialog,
  parcels: PackDialog,
  refund: RefundDialog,
  address: AddressDialog,
  cancel: CancelDialog,
  hold: HoldDialog,
  note: NoteDialog,
  tags: TagsDialog,
  'mark-paid': PaidDialog,
  'send-link': LinkDialog,
  'start-return': ReturnDialog,
}

type Options = { onMoved?: ((order: StaffOrder) => void) | undefined }

/**
 * Returns the moves that the actor can make with an order now. The order page, the preview, the keyboard shortcuts and
 * the command palette share this list.
 */
export function useOrderMoves(order: StaffOrder, { onMoved }: Options = {}) {
  const { call } = useConsole()
  const me = useMe()
  const { run, busy, problem } = useCommand()
  const [opened, setOpened] = useState<OrderDialogName | null>(null)
  const { number } = order
  const send = createSendOrder(call, number, onMoved)
  async function command(id: string, { call: which, done, undo }: DirectCommand) {
    // Undo is offered only after the page shows the result of the last command, because the possible moves are unknown
    // until then.
    if (busy !== null || !(await run(id, () => send(which, {})))) return
    const takeBack = undo && (() => run(id, () => send(undo.call, undo.input)))
    showToast(`${done} ${number}`, takeBack && { action: { label: 'Undo', run: takeBack } })
  }
  const moves = listMoves(order)
    .filter(({ scope = 'orders:write' }) => allowsScope(me.scopes, scope))
    .map((move): OrderMove => {
      const start = () => ('opens' in move ? setOpened(move.opens) : void command(move.id, move.does))
      return { ...move, run: start, isBusy: busy === move.id }
    })
  useKeys(Object.fromEntries(moves.flatMap(({ hint, run: start }) => (hint ? [[toKey(hint), start]] : []))))
  usePaletteCommands(
    moves.map(({ name, icon, hint, run: start }) => ({ name, icon, ...(hint && { hint }), run: start })),
    `Order ${number}`,
  )
  const Shown = opened && dialogs[opened]
  return {
    moves,
    problem,
    busy,
    dialog: Shown && (
      <Shown order={order} send={send} close={() => setOpened(null)} repack={() => setOpened('parcels')} />
    ),
  }
}

const toKey = (hint: string) => hint.replace('⇧ ', 'shift+').toLowerCase()
