import { createStore } from '#ui/state/store.ts'
import { useStore } from '#ui/state/use-store.ts'
import { isListOf, isNumber, isRecord, isText, readDraft, saveDraft } from '#web/data/drafts.ts'

export type ReturnGoods = { id: string; order_id: string; name: string }

/** The `refund` slice of the specification, which the browser stores. */
export type RefundSlice = {
  /** Choices of the multi-select: the other lines of the order that can be returned. */
  selectReturnItems: ReturnGoods[]
  /** Lines of the order that can be returned, starting with the line of the form. */
  originalArr: ReturnGoods[]
  /** Ticked lines of the open multi-select. */
  selectedIds: string[]
  /** Saved lines, which are part of the request. */
  finalSelectedIds: string[]
  hasSelectAll: boolean
  /** Chosen reason of each line: its category, and the specific reason if the category has one. */
  reasons: Record<string, number[]>
}

export const emptySlice: RefundSlice = {
  selectReturnItems: [],
  originalArr: [],
  selectedIds: [],
  finalSelectedIds: [],
  hasSelectAll: false,
  reasons: {},
}

/**
 * Starts the form with the lines of an order. If the same form was left before, the form continues where it was left.
 */
export function initialiseReturnGoods(slice: RefundSlice, goods: ReturnGoods[]): RefundSlice {
  const [chosen, ...others] = goods
  const isSame = slice.originalArr[0]?.id === chosen?.id && slice.originalArr[0]?.order_id === chosen?.order_id
  if (!isSame) return { ...emptySlice, originalArr: goods, selectReturnItems: others }
  // Lines that can no longer be returned are removed. The other choices stay.
  const known = new Set(others.map(({ id }) => id))
  const finalSelectedIds = slice.finalSelectedIds.filter((id) => known.has(id))
  const kept = { ...slice, originalArr: goods, selectReturnItems: others }
  return changeFinalSelectedIds(kept, finalSelectedIds)
}

export function changeSelectedIds(slice: RefundSlice, selectedIds: string[]): RefundSlice {
  return { ...slice, selectedIds, hasSelectAll: hasAll(slice, selectedIds) }
}

/**
 * Sets the final and the selected ids. Added lines get the first line's current reason, which can then be changed.
 * Removed lines lose their reason.
 */
export function changeFinalSelectedIds(slice: RefundSlice, finalSelectedIds: string[]): RefundSlice {
  const firstId = slice.originalArr[0]?.id ?? ''
  const first = slice.reasons[firstId]
  const reasons: RefundSlice['reasons'] = first ? { [firstId]: first } : {}
  for (const id of finalSelectedIds) {
    const own = slice.finalSelectedIds.includes(id) ? (slice.reasons[id] ?? first) : first
    if (own) reasons[id] = own
  }
  return { ...changeSelectedIds(slice, finalSelectedIds), finalSelectedIds, reasons }
}

export function toggleSelectAll(slice: RefundSlice): RefundSlice {
  const selectedIds = slice.hasSelectAll ? [] : slice.selectReturnItems.map(({ id }) => id)
  return { ...slice, selectedIds, hasSelectAll: !slice.hasSelectAll }
}

/** Sets the reason of one line. If the line is the first, its reason also applies to lines without a reason. */
export function chooseReason(slice: RefundSlice, id: string, reasonIds: number[]): RefundSlice {
  const reasons = { ...slice.reasons, [id]: reasonIds }
  if (id === slice.originalArr[0]?.id) for (const other of slice.finalSelectedIds) reasons[other] ??= reasonIds
  return { ...slice, reasons }
}

/** Copies the first line's reason to every line of the request. The form offers this action after a change. */
export function applyReasonToAll(slice: RefundSlice): RefundSlice {
  const first = slice.reasons[slice.originalArr[0]?.id ?? '']
  if (!first) return slice
  const others = slice.finalSelectedIds.map((id) => [id, first] as const)
  return { ...slice, reasons: { ...slice.reasons, ...Object.fromEntries(others) } }
}

function hasAll(slice: RefundSlice, selectedIds: string[]): boolean {
  return slice.selectReturnItems.length > 0 && slice.selectReturnItems.every(({ id }) => selectedIds.includes(id))
}

export type SliceStorage = { read: () => Promise<string | null>; write: (text: string | null) => void }

const restoreMs = 5000

/** Creates a small store that writes each change to the storage and is restored from the storage. */
export function createRefundStore(storage: SliceStorage) {
  const slice = createStore(emptySlice)
  let restoration: Promise<void> | undefined

  async function readStoredSlice(): Promise<void> {
    const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), restoreMs))
    const kept = await Promise.race([storage.read().catch(() => null), late])
    // Changes that the shopper has made in the meantime take precedence over the stored value.
    if (slice.read() === emptySlice) slice.write(parseSlice(kept))
  }

  function apply(change: (slice: RefundSlice) => RefundSlice) {
    const next = change(slice.read())
    storage.write(next === emptySlice ? null : JSON.stringify(next))
    slice.write(next)
  }

  return {
    slice,
    /**
     * Restores the stored value once. If the storage does not respond within 5 seconds, the stored value is treated as
     * empty.
     */
    restore: () => {
      restoration ??= readStoredSlice()
      return restoration
    },
    initialiseReturnGoods: (goods: ReturnGoods[]) => apply((now) => initialiseReturnGoods(now, goods)),
    changeSelectedIds: (ids: string[]) => apply((now) => changeSelectedIds(now, ids)),
    changeFinalSelectedIds: (ids: string[]) => apply((now) => changeFinalSelectedIds(now, ids)),
    toggleSelectAll: () => apply(toggleSelectAll),
    chooseReason: (id: string, reasonIds: number[]) => apply((now) => chooseReason(now, id, reasonIds)),
    applyReasonToAll: () => apply(applyReasonToAll),
    /** Clears the slice after the request has succeeded. */
    forget: () => apply(() => emptySlice),
  }
}

function parseSlice(kept: string | null): RefundSlice {
  if (kept === null) return emptySlice
  try {
    const slice: unknown = JSON.parse(kept)
    return isSlice(slice) ? slice : emptySlice
  } catch {
    return emptySlice
  }
}

function isGoods(value: unknown): value is ReturnGoods {
  return isRecord(value) && isText(value.id) && isText(value.order_id) && isText(value.name)
}

function isSlice(value: unknown): value is RefundSlice {
  if (!isRecord(value) || !isRecord(value.reasons) || typeof value.hasSelectAll !== 'boolean') return false
  const hasGoods = isListOf(value.selectReturnItems, isGoods) && isListOf(value.originalArr, isGoods)
  const hasIds = isListOf(value.selectedIds, isText) && isListOf(value.finalSelectedIds, isText)
  return hasGoods && hasIds && Object.values(value.reasons).every((ids) => isListOf(ids, isNumber))
}

const draftName = 'refund'

const browserStorage: SliceStorage = {
  read: async () => JSON.stringify(readDraft(draftName)),
  write: (text) => saveDraft(draftName, text === null ? null : JSON.parse(text)),
}

export const refundStore = createRefundStore(browserStorage)

/** Returns the current slice. The slice is empty on the server, and in the browser until it is restored. */
export function useRefundSlice(): RefundSlice {
  return useStore(refundStore.slice)
}
