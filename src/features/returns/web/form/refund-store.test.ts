import { expect, test, vi } from 'vitest'
import {
  applyReasonToAll,
  changeFinalSelectedIds,
  changeSelectedIds,
  chooseReason,
  createRefundStore,
  emptySlice,
  initialiseReturnGoods,
  type SliceStorage,
  toggleSelectAll,
} from './refund-store.ts'

const goods = ['a', 'b', 'c'].map((id) => ({ id, order_id: 'order', name: `Line ${id}` }))
const started = initialiseReturnGoods(emptySlice, goods)

function createStorage(kept: string | null = null): SliceStorage & { kept: () => string | null } {
  let text = kept
  return {
    read: async () => text,
    write: (next) => {
      text = next
    },
    kept: () => text,
  }
}

test('starts with its own line selected and offers the other lines', () => {
  expect(started).toEqual({
    selectReturnItems: goods.slice(1),
    originalArr: goods,
    selectedIds: [],
    finalSelectedIds: [],
    hasSelectAll: false,
    reasons: {},
  })
})

test('applies a changed selection only when it is saved, and saving replaces the selection', () => {
  const ticked = changeSelectedIds(started, ['b'])
  expect(ticked).toMatchObject({ selectedIds: ['b'], finalSelectedIds: [], hasSelectAll: false })
  expect(changeFinalSelectedIds(ticked, ['c'])).toMatchObject({ selectedIds: ['c'], finalSelectedIds: ['c'] })
})

test('selects all lines or no line with "all", and updates "all" after each single selection', () => {
  const all = toggleSelectAll(started)
  expect(all).toMatchObject({ selectedIds: ['b', 'c'], hasSelectAll: true })
  expect(toggleSelectAll(all)).toMatchObject({ selectedIds: [], hasSelectAll: false })
  expect(changeSelectedIds(started, ['b', 'c']).hasSelectAll).toBe(true)
  expect(changeSelectedIds(all, ['b']).hasSelectAll).toBe(false)
})

test("copies the first line's reason to added lines, whose reason can then be changed", () => {
  const withReason = chooseReason(started, 'a', [1, 11])
  const withAllItems = changeFinalSelectedIds(withReason, ['b', 'c'])
  expect(withAllItems.reasons).toEqual({ a: [1, 11], b: [1, 11], c: [1, 11] })
  const changed = chooseReason(withAllItems, 'b', [2])
  expect(changed.reasons).toEqual({ a: [1, 11], b: [2], c: [1, 11] })
  expect(chooseReason(changed, 'a', [6]).reasons).toEqual({ a: [6], b: [2], c: [1, 11] })
  expect(chooseReason(changeFinalSelectedIds(started, ['b']), 'a', [6]).reasons).toEqual({ a: [6], b: [6] })
})

test("copies the first line's current reason to a line that is added again", () => {
  const withAllItems = changeFinalSelectedIds(chooseReason(started, 'a', [1, 11]), ['b', 'c'])
  const own = chooseReason(withAllItems, 'c', [2])
  const without = changeFinalSelectedIds(chooseReason(own, 'a', [6]), ['c'])
  expect(without.reasons).toEqual({ a: [6], c: [2] })
  expect(changeFinalSelectedIds(without, ['b', 'c']).reasons).toEqual({ a: [6], b: [6], c: [2] })
})

test('copies a changed first reason to the other lines on request', () => {
  const withAllItems = changeFinalSelectedIds(chooseReason(started, 'a', [1, 11]), ['b'])
  const changed = chooseReason(withAllItems, 'a', [6])
  expect(changed.reasons).toEqual({ a: [6], b: [1, 11] })
  expect(applyReasonToAll(changed).reasons).toEqual({ a: [6], b: [6] })
  expect(applyReasonToAll(started)).toBe(started)
})

test('continues the same form, without lines that can no longer be returned', () => {
  const left = changeFinalSelectedIds(chooseReason(started, 'a', [6]), ['b', 'c'])
  const again = initialiseReturnGoods(left, goods.slice(0, 2))
  expect(again).toMatchObject({ finalSelectedIds: ['b'], selectedIds: ['b'], hasSelectAll: true })
  expect(again.reasons.a).toEqual([6])
})

test('starts a new form for another line or another order', () => {
  const left = changeFinalSelectedIds(chooseReason(started, 'a', [6]), ['b'])
  const other = [goods[1], goods[0]].flatMap((one) => one ?? [])
  expect(initialiseReturnGoods(left, other)).toMatchObject({ finalSelectedIds: [], reasons: {} })
})

test('restores everything after a reload', async () => {
  const storage = createStorage()
  const before = createRefundStore(storage)
  await before.restore()
  before.initialiseReturnGoods(goods)
  before.chooseReason('a', [1, 11])
  before.changeFinalSelectedIds(['b'])
  const after = createRefundStore(storage)
  await after.restore()
  expect(after.slice.read()).toEqual(before.slice.read())
  after.forget()
  expect(storage.kept()).toBe(null)
})

test.each([['nonsense'], ['{"selectedIds":"all"}'], ['null']])('ignores the invalid stored text %o', async (kept) => {
  const store = createRefundStore(createStorage(kept))
  await store.restore()
  expect(store.slice.read()).toBe(emptySlice)
})

test('stops waiting for a storage that does not respond within 5 seconds', async () => {
  vi.useFakeTimers()
  const store = createRefundStore({ read: () => new Promise(() => {}), write: () => {} })
  let isRestored = false
  void store.restore().then(() => {
    isRestored = true
  })
  await vi.advanceTimersByTimeAsync(4999)
  expect(isRestored).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(isRestored).toBe(true)
  vi.useRealTimers()
})

test('keeps changes that the shopper made before the storage responded', async () => {
  const old = JSON.stringify(changeFinalSelectedIds(started, ['c']))
  const store = createRefundStore(createStorage(old))
  const restored = store.restore()
  store.initialiseReturnGoods([{ id: 'x', order_id: 'other', name: 'Line x' }])
  await restored
  expect(store.slice.read().originalArr[0]?.id).toBe('x')
})
