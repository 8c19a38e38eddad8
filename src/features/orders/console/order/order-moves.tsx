import {
  BadgeCheck,
  Ban,
  CirclePause,
  CirclePlay,
  CreditCard,
  type LucideIcon,
  Mail,
  MapPin,
  Package,
  PackageCheck,
  PackageOpen,
  PackageX,
  Pencil,
  ReceiptText,
  StickyNote,
  Tag,
  Truck,
  Undo2,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useCommand } from '#console/data/use-command.ts'
import { usePaletteCommands } from '#console/palette/palette-store.ts'
import { useConsole, useMe } from '#console/shell/console-context.ts'
import { useKeys } from '#console/shell/use-keys.ts'
import { showMoney } from '#console/ui/money.rules.ts'
import { showToast } from '#console/ui/toast-store.ts'
import type { Scope } from '#contract/calls/scopes.ts'
import { allowsScope } from '#contract/calls/scopes.ts'
import type { StaffCall, StaffInput } from '#contract/calls/staff-call.ts'
import * as commands from '#features/orders/order-commands.staff.contract.ts'
import type { StaffOrder } from '#features/orders/orders.staff.contract.ts'
import type { StaffMove } from '#features/orders/orders.staff.rules.ts'
import { AddressDialog } from '../dialogs/address-dialog.tsx'
import { CancelDialog } from '../dialogs/cancel-dialog.tsx'
import { ReturnDialog } from '../dialogs/return-dialog.tsx'
import { HoldDialog, LinkDialog, NoteDialog, PaidDialog } from '../dialogs/words-dialogs.tsx'
import { TagsDialog } from '../list/tag-dialogs.tsx'
import { PackDialog } from '../parcels/pack-dialog.tsx'
import { ShipDialog } from '../parcels/ship-dialog.tsx'
import type { OrderDialog, SendOrder } from '../parts/order-dialog.tsx'
import { RefundDialog } from '../parts/refund-dialog.tsx'

export type OrderMove = {
  id: StaffMove | 'repack' | 'parcels' | 'note' | 'tags' | 'start-return'
  name: string
  /** What it means for this order. */
  detail: string
  icon: LucideIcon
  /** As its cap shows it. */
  hint?: string
  isDanger?: boolean
  run: () => void
  isBusy: boolean
}

const dialogs = {
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
} satisfies Record<string, (props: OrderDialog) => ReactNode>
type Opened = keyof typeof dialogs

type Options = { onMoved?: ((order: StaffOrder) => void) | undefined }

/** Everything that can be done with an order now, by whoever looks at it: for its page, the peek, the keys and the palette. */
export function useOrderMoves(order: StaffOrder, { onMoved }: Options = {}) {
  const { call } = useConsole()
  const me = useMe()
  const { run, busy, problem } = useCommand()
  const [opened, setOpened] = useState<Opened | null>(null)
  const { number } = order
  const send: SendOrder = async (which, input, options) => {
    const { data } = await call(which, { ...input, no: number } as StaffInput<typeof which>, options)
    onMoved?.(data as StaffOrder)
  }
  /** Done at once; where it can be taken back, the toast offers it. */
  const does = (id: string, which: StaffCall, done: string, undo?: { call: StaffCall; input: object }) => async () => {
    // What is possible is known again once the page shows what the last command did.
    if (busy !== null) return
    if (!(await run(id, () => send(which, {})))) return
    const takeBack = undo && (() => run(id, () => send(undo.call, undo.input)))
    showToast(`${done} ${number}`, takeBack && { action: { label: 'Undo', run: takeBack } })
  }
  const opens = (id: Opened) => () => setOpened(id)
  const all: Omit<OrderMove, 'isBusy'>[] = listMoves(order, { does, opens })
  const may = (id: OrderMove['id']) => allowsScope(me.scopes, scopes[id] ?? 'orders:write')
  const moves = all.filter(({ id }) => may(id)).map((move) => ({ ...move, isBusy: busy === move.id }))
  useKeys(Object.fromEntries(moves.flatMap(({ hint, run: doIt }) => (hint ? [[toKey(hint), doIt]] : []))))
  usePaletteCommands(
    moves.map(({ name, icon, hint, run: doIt }) => ({ name, icon, ...(hint && { hint }), run: doIt })),
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

/** What a move takes where the right to change orders is not enough. */
const scopes: Partial<Record<OrderMove['id'], Scope>> = { refund: 'refunds:write', 'start-return': 'returns:judge' }

const toKey = (hint: string) => hint.replace('⇧ ', 'shift+').toLowerCase()

type Ways = {
  does: (id: string, which: StaffCall, done: string, undo?: { call: StaffCall; input: object }) => () => void
  opens: (id: Opened) => () => void
}

/** In the order of likelihood: the first is what this order waits for. */
function listMoves(order: StaffOrder, { does, opens }: Ways): Omit<OrderMove, 'isBusy'>[] {
  const { possible, parcels, total, totals, hold_reason } = order
  const can = (move: StaffMove) => possible.includes(move)
  const items = order.items === 1 ? '1 item' : `${order.items} items`
  const back = showMoney({ ...total, amount: total.amount - totals.refunded.amount })
  const moves: (Omit<OrderMove, 'isBusy'> | false)[] = [
    can('mark-paid') && {
      id: 'mark-paid',
      name: 'Mark as paid',
      detail: `${showMoney(total)} came another way`,
      icon: CreditCard,
      run: opens('mark-paid'),
    },
    can('send-link') && {
      id: 'send-link',
      name: 'Send a link to pay',
      detail: `By mail to ${order.customer.email}`,
      icon: Mail,
      run: opens('send-link'),
    },
    can('release') && {
      id: 'release',
      name: 'Release',
      detail: hold_reason ?? 'It goes on',
      icon: CirclePlay,
      hint: 'H',
      run: does('release', commands.releaseOrder, 'Released', {
        call: commands.holdOrder,
        input: { reason: hold_reason ?? 'Released by mistake' },
      }),
    },
    can('pack') && {
      id: 'pack',
      name: 'Pack',
      detail: `${items} in one parcel`,
      icon: Package,
      hint: 'P',
      run: does('pack', commands.packOrder, 'Packed', { call: commands.unpackOrder, input: {} }),
    },
    can('pack') &&
      order.items > 1 && {
        id: 'parcels',
        name: 'Pack into parcels',
        detail: 'Say what lies in which',
        icon: PackageOpen,
        hint: 'B',
        run: opens('parcels'),
      },
    can('ship') && {
      id: 'ship',
      name: 'Ship',
      detail: `${parcels.length === 1 ? '1 parcel' : `${parcels.length} parcels`}, tracking numbers`,
      icon: Truck,
      hint: 'S',
      run: opens('ship'),
    },
    can('deliver') && {
      id: 'deliver',
      name: 'Mark received',
      detail: 'Returns open from now on',
      icon: PackageCheck,
      hint: 'D',
      run: does('deliver', commands.deliverOrder, 'Received'),
    },
    can('complete') && {
      id: 'complete',
      name: 'Complete',
      detail: 'Reviews open',
      icon: BadgeCheck,
      run: does('complete', commands.completeOrder, 'Completed'),
    },
    can('prepare') && {
      id: 'prepare',
      name: 'Prepare',
      detail: 'Somebody gathers its items',
      icon: ReceiptText,
      hint: 'E',
      run: does('prepare', commands.prepareOrder, 'Preparing'),
    },
    can('unpack') && {
      id: 'repack',
      name: 'Repack',
      detail: 'Move items between parcels',
      icon: Pencil,
      hint: 'E',
      run: opens('parcels'),
    },
    can('unpack') && {
      id: 'unpack',
      name: 'Unpack',
      detail: 'Opens its parcels again',
      icon: Undo2,
      run: does('unpack', commands.unpackOrder, 'Unpacked'),
    },
    can('hold') && {
      id: 'hold',
      name: 'Hold',
      detail: 'Somebody looks at it first',
      icon: CirclePause,
      hint: 'H',
      run: opens('hold'),
    },
    can('address') && {
      id: 'address',
      name: 'Change the address',
      detail: 'Until it is shipped',
      icon: MapPin,
      hint: 'A',
      run: opens('address'),
    },
    can('refund') && {
      id: 'refund',
      name: 'Refund part',
      detail: `Up to ${back}`,
      icon: Undo2,
      hint: 'R',
      run: opens('refund'),
    },
    ['received', 'complete'].includes(order.status) && {
      id: 'start-return',
      name: 'Start a return',
      detail: 'For the shopper, who is told by mail',
      icon: PackageX,
      run: opens('start-return'),
    },
    {
      id: 'tags',
      name: 'Tags',
      detail: order.own_tags.join(', ') || 'Words to find it by',
      icon: Tag,
      hint: 'T',
      run: opens('tags'),
    },
    { id: 'note', name: 'Add note', detail: 'Only staff see it', icon: StickyNote, hint: 'M', run: opens('note') },
    can('cancel') && {
      id: 'cancel',
      name: order.paid_at ? 'Cancel and refund' : 'Cancel',
      detail: order.paid_at ? `${back} back, stock back` : 'Stock back',
      icon: Ban,
      hint: '⇧ C',
      isDanger: true,
      run: opens('cancel'),
    },
  ]
  return moves.filter((move) => move !== false)
}
