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
import { formatMoney } from '#console/ui/format/money.rules.ts'
import type { Scope } from '#contract/calls/scopes.ts'
import * as commands from '#features/orders/order-commands.staff.contract.ts'
import type { StaffOrder } from '#features/orders/orders.staff.contract.ts'
import type { StaffMove } from '#features/orders/orders.staff.rules.ts'
import type { OrderCommandCall } from '../parts/order-dialog.tsx'

export type OrderMoveId = StaffMove | 'repack' | 'parcels' | 'note' | 'tags' | 'start-return'
export type OrderDialogName =
  | 'ship'
  | 'parcels'
  | 'refund'
  | 'address'
  | 'cancel'
  | 'hold'
  | 'note'
  | 'tags'
  | 'mark-paid'
  | 'send-link'
  | 'start-return'

/** A command that runs at once, without a dialog. */
export type DirectCommand = {
  call: OrderCommandCall
  /** Toast text before the order number. */
  done: string
  undo?: { call: OrderCommandCall; input: object }
}

export type ListedMove = {
  id: OrderMoveId
  name: string
  /** Consequence of the move for this order. */
  detail: string
  icon: LucideIcon
  /** Keyboard shortcut, as printed on the key cap. */
  hint?: string
  isDanger?: boolean
  /** Scope that the move needs. The default is `orders:write`. */
  scope?: Scope
} & ({ opens: OrderDialogName } | { does: DirectCommand })

/** Lists the possible moves of an order, the likeliest first. The first move is the one that the order waits for. */
export function listMoves(order: StaffOrder): ListedMove[] {
  return [
    ...listPaymentMoves(order),
    ...listNextMoves(order),
    ...listRepackMoves(order),
    ...listChangeMoves(order),
    ...listNoteMoves(order),
    ...listCancelMoves(order),
  ]
}

function listPaymentMoves({ possible, total, customer }: StaffOrder): ListedMove[] {
  const moves: ListedMove[] = [
    {
      id: 'mark-paid',
      name: 'Mark as paid',
      detail: `${formatMoney(total)} was paid another way`,
      icon: CreditCard,
      opens: 'mark-paid',
    },
    {
      id: 'send-link',
      name: 'Send a payment link',
      detail: `By email to ${customer.email}`,
      icon: Mail,
      opens: 'send-link',
    },
  ]
  return moves.filter(({ id }) => isIn(possible, id))
}

function listNextMoves(order: StaffOrder): ListedMove[] {
  const { possible, parcels, hold_reason } = order
  const items = order.items === 1 ? '1 item' : `${order.items} items`
  const release: DirectCommand = {
    call: commands.releaseOrder,
    done: 'Released',
    undo: { call: commands.holdOrder, input: { reason: hold_reason ?? 'Released by mistake' } },
  }
  const pack: DirectCommand = {
    call: commands.packOrder,
    done: 'Packed',
    undo: { call: commands.unpackOrder, input: {} },
  }
  const moves: ListedMove[] = [
    {
      id: 'release',
      name: 'Release',
      detail: hold_reason ?? 'Continue processing',
      icon: CirclePlay,
      hint: 'H',
      does: release,
    },
    { id: 'pack', name: 'Pack', detail: `${items} in one parcel`, icon: Package, hint: 'P', does: pack },
    {
      id: 'parcels',
      name: 'Pack into parcels',
      detail: 'Choose the items of each parcel',
      icon: PackageOpen,
      hint: 'B',
      opens: 'parcels',
    },
    {
      id: 'ship',
      name: 'Ship',
      detail: `${parcels.length === 1 ? '1 parcel' : `${parcels.length} parcels`}, tracking numbers`,
      icon: Truck,
      hint: 'S',
      opens: 'ship',
    },
    ...fulfilmentMoves,
  ]
  const canSplit = possible.includes('pack') && order.items > 1
  return moves.filter(({ id }) => (id === 'parcels' ? canSplit : isIn(possible, id)))
}

const fulfilmentMoves: ListedMove[] = [
  {
    id: 'deliver',
    name: 'Mark as received',
    detail: 'Shoppers can then request returns',
    icon: PackageCheck,
    hint: 'D',
    does: { call: commands.deliverOrder, done: 'Received' },
  },
  {
    id: 'complete',
    name: 'Complete',
    detail: 'Shoppers can then write reviews',
    icon: BadgeCheck,
    does: { call: commands.completeOrder, done: 'Completed' },
  },
  {
    id: 'prepare',
    name: 'Prepare',
    detail: 'Staff collect the items',
    icon: ReceiptText,
    hint: 'E',
    does: { call: commands.prepareOrder, done: 'Preparing' },
  },
]

function listRepackMoves({ possible }: StaffOrder): ListedMove[] {
  return possible.includes('unpack') ? repackMoves : []
}

const repackMoves: ListedMove[] = [
  { id: 'repack', name: 'Repack', detail: 'Move items between parcels', icon: Pencil, hint: 'E', opens: 'parcels' },
  {
    id: 'unpack',
    name: 'Unpack',
    detail: 'Take the items out of the parcels',
    icon: Undo2,
    does: { call: commands.unpackOrder, done: 'Unpacked' },
  },
]

function listChangeMoves(order: StaffOrder): ListedMove[] {
  const moves: ListedMove[] = [
    { id: 'hold', name: 'Hold', detail: 'Staff review the order first', icon: CirclePause, hint: 'H', opens: 'hold' },
    {
      id: 'address',
      name: 'Change the address',
      detail: 'Possible until the order is shipped',
      icon: MapPin,
      hint: 'A',
      opens: 'address',
    },
    {
      id: 'refund',
      name: 'Refund part',
      detail: `Up to ${formatRefundable(order)}`,
      icon: Undo2,
      hint: 'R',
      scope: 'refunds:write',
      opens: 'refund',
    },
  ]
  return moves.filter(({ id }) => isIn(order.possible, id))
}

function listNoteMoves({ status, own_tags }: StaffOrder): ListedMove[] {
  const startReturn: ListedMove = {
    id: 'start-return',
    name: 'Start a return',
    detail: 'On behalf of the shopper, who is notified by email',
    icon: PackageX,
    scope: 'returns:judge',
    opens: 'start-return',
  }
  return [
    ...(status === 'received' || status === 'complete' ? [startReturn] : []),
    {
      id: 'tags',
      name: 'Tags',
      detail: own_tags.join(', ') || 'Tags to find the order by',
      icon: Tag,
      hint: 'T',
      opens: 'tags',
    },
    { id: 'note', name: 'Add note', detail: 'Only staff see it', icon: StickyNote, hint: 'M', opens: 'note' },
  ]
}

function listCancelMoves(order: StaffOrder): ListedMove[] {
  const isPaid = order.paid_at !== null
  const cancel: ListedMove = {
    id: 'cancel',
    name: isPaid ? 'Cancel and refund' : 'Cancel',
    detail: isPaid ? `${formatRefundable(order)} refund, items back in stock` : 'Items back in stock',
    icon: Ban,
    hint: '⇧ C',
    isDanger: true,
    opens: 'cancel',
  }
  return order.possible.includes('cancel') ? [cancel] : []
}

const isIn = (possible: readonly string[], id: OrderMoveId) => possible.includes(id)

function formatRefundable({ total, totals }: StaffOrder): string {
  return formatMoney({ ...total, amount: total.amount - totals.refunded.amount })
}

/** Moves that an order never waits for. */
const secondaryMoves: OrderMoveId[] = ['note', 'tags', 'cancel', 'refund', 'address', 'start-return']
/** Moves that have a button elsewhere: in the panel whose data the move changes, or in the menu. */
const movesWithOwnButton: OrderMoveId[] = ['note', 'tags', 'refund', 'address', 'unpack']

/**
 * Picks the moves of the order page: one for the main button, one for the second button, and the others for the list
 * beside the order.
 */
export function pickMoves<M extends { id: OrderMoveId }>(moves: M[]): { first?: M; second?: M; listed: M[] } {
  const first = moves.find(({ id }) => !secondaryMoves.includes(id))
  const listed = moves.filter(({ id }) => !movesWithOwnButton.includes(id))
  const otherMoves = listed.filter(({ id }) => id !== first?.id && id !== 'cancel')
  const second = otherMoves.find(({ id }) => id === 'hold') ?? otherMoves[0]
  return { ...(first && { first }), ...(second && { second }), listed }
}
