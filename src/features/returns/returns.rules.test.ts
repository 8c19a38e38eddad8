import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { currentItemStatus, type ItemState } from '#features/orders/line-returns.rules.ts'
import * as rules from './returns.rules.ts'

const day = 24 * 60 * 60 * 1000
const hour = 60 * 60 * 1000
const now = new Date('2026-06-15T10:00:00Z')
const ago = (ms: number) => new Date(now.getTime() - ms)

test.each<[number[], number]>([
  [[1, 4], 1],
  [[5, 4, 2], 2],
  [[6, 3], 3],
  [[5, 7], 5],
  [[7, 6], 7],
  [[6, 9], 6],
  [[8, 9], 9],
  [[8, 8], 8],
])('derives from items %o the return status %i', (items, status) => {
  expect(rules.readReturnStatus(items)).toBe(status)
})

const waiting: ItemState = {
  status: 2,
  shipmentExpiredAt: new Date(now.getTime() + 90_500),
  logisticsAt: null,
  firstScanAt: null,
}
const sent = { ...waiting, logisticsAt: ago(hour) }

describe('remaining time to enter the parcel data', () => {
  test('is counted in whole seconds, rounded up, so that 0 means that the time is over', () => {
    expect(rules.readRemindTime([waiting], now)).toBe(91)
    expect(rules.readRemindTime([waiting], new Date(now.getTime() + 90_499))).toBe(1)
    expect(rules.readRemindTime([waiting], new Date(now.getTime() + 90_500))).toBe(0)
  })
  test('is the shortest of all waiting items, and 0 if no item waits', () => {
    const later = { ...waiting, shipmentExpiredAt: new Date(now.getTime() + day) }
    expect(rules.readRemindTime([later, waiting], now)).toBe(91)
    expect(rules.readRemindTime([later, sent], now)).toBe(86_400)
    expect(rules.readRemindTime([sent], now)).toBe(0)
    expect(rules.readRemindTime([{ ...waiting, status: 1, shipmentExpiredAt: null }], now)).toBe(0)
  })
  test('reads an overdue item as closed and only allows closing the item', () => {
    const over = { ...waiting, shipmentExpiredAt: now }
    expect(currentItemStatus(over, now)).toBe(9)
    expect(currentItemStatus(sent, now)).toBe(2)
    const allowed = (Object.keys(rules.returnMoves) as rules.ReturnCommand[]).filter((one) =>
      rules.canMove(one, over, now),
    )
    expect(allowed).toEqual(['closeOverdueReturn'])
  })
})

test('allows editing parcel data for 72 hours or until the first scan', () => {
  const last = { ...sent, logisticsAt: ago(72 * hour - 1) }
  expect(rules.canEditParcel(sent, now)).toBe(true)
  expect(rules.canEditParcel(last, now)).toBe(true)
  expect(rules.canEditParcel({ ...sent, logisticsAt: ago(72 * hour) }, now)).toBe(false)
  expect(rules.canEditParcel({ ...sent, firstScanAt: ago(1) }, now)).toBe(false)
  expect(rules.canEditParcel(waiting, now)).toBe(false)
  expect(rules.canEditParcel({ ...sent, status: 3 }, now)).toBe(false)
})

test.each<[number, string | null, boolean]>([
  [1, null, true],
  [2, null, true],
  [2, 'Royal Mail', false],
  [3, null, false],
  [4, null, false],
  [6, null, false],
  [8, null, false],
])('offers CANCEL RETURN in status %i with parcel %o: %o', (status, word, shown) => {
  expect(rules.canCancelReturn({ status, delivery_company: word, tracking_number: word })).toBe(shown)
})

test('groups items with the same tracking number into one parcel', () => {
  const item = (id: number, status: number, number: string | null) => ({
    id,
    status,
    delivery_company: number && 'PostNord',
    tracking_number: number,
  })
  const items = [item(1, 1, null), item(2, 2, null), item(3, 2, 'LX1'), item(4, 4, 'LX1'), item(5, 2, 'LX2')]
  expect(items.filter(rules.isWaitingForParcel).map(({ id }) => id)).toEqual([2])
  expect(rules.groupParcels(items).map((parcel) => parcel.map(({ id }) => id))).toEqual([[3, 4], [5]])
})

const reasons = [
  { id: 1, children: [{ id: 11 }, { id: 12 }] },
  { id: 2, children: [] },
]

test.each<[number[], boolean]>([
  [[2], true],
  [[1, 12], true],
  [[1], false],
  [[1, 2], false],
  [[2, 11], false],
  [[12], false],
  [[], false],
  [[1, 11, 12], false],
])('accepts reason %o as a choice: %o', (ids, isChosen) => {
  expect(rules.isReasonChosen(ids, reasons)).toBe(isChosen)
})

test("requires a description for the reason 'others', found by its name in any case or by its code", () => {
  const expected = 'problem description is required'
  expect(rules.findCommentProblem('', [{ reason: 'Others' }])).toBe(expected)
  expect(rules.findCommentProblem('  ', [{ reason: 'Quality' }, { reason: 'OTHERS' }])).toBe(expected)
  expect(rules.findCommentProblem('', [{ reason: 'Sonstiges', code: 'others' }])).toBe(expected)
  expect(rules.findCommentProblem('The zip is broken', [{ reason: 'Others' }])).toBe(null)
  expect(rules.findCommentProblem('', [{ reason: 'Too small' }])).toBe(null)
  expect(rules.findCommentProblem('x'.repeat(501), [])).not.toBe(null)
  expect(rules.findCommentProblem('x'.repeat(500), [])).toBe(null)
})

test('has separate messages for the first form and the edit form of the parcel data', () => {
  const short = { delivery_company: ' UPS ', tracking_number: '123' }
  expect(rules.findParcelProblems(short, false)).toEqual({
    delivery_company: 'Delivery Company should contain at least 4 characters',
    tracking_number: 'Please enter Tracking Number',
  })
  expect(rules.findParcelProblems(short, true)).toEqual({
    delivery_company: 'Please enter Delivery Company',
    tracking_number: 'Please enter Tracking Number',
  })
  expect(rules.findParcelProblems({ delivery_company: 'FedEx', tracking_number: '1234' }, false)).toBe(null)
})

test('refunds what was paid for the first of two lines of 150 and 60 with a discount of 42', () => {
  expect(rules.readLineRefund({ paidAmount: 12000, refundedAmount: 0 })).toBe(12000)
  expect(rules.readLineRefund({ paidAmount: 12000, refundedAmount: 12000 })).toBe(0)
})

const command = fc.constantFrom(...(Object.keys(rules.returnMoves) as rules.ReturnCommand[]))
const step = fc.record({ command, waitHours: fc.integer({ min: 0, max: 400 }), isScanned: fc.boolean() })

/**
 * Runs commands as the service does. The table of moves decides whether each command is possible, and time passes
 * between the commands.
 */
function live(steps: { command: rules.ReturnCommand; waitHours: number; isScanned: boolean }[]) {
  let item: ItemState = { status: 1, shipmentExpiredAt: null, logisticsAt: null, firstScanAt: null }
  let time = now
  const walked: [number, number, ItemState][] = []
  let refunds = 0
  for (const { command, waitHours, isScanned } of steps) {
    time = rules.addHours(time, waitHours)
    if (!rules.canMove(command, item, time)) continue
    const before = item
    item = { ...item, status: rules.returnMoves[command].to }
    if (command === 'approveReturn') item.shipmentExpiredAt = rules.addHours(time, 14 * 24)
    if (command === 'giveParcel') item.logisticsAt ??= time
    if (isScanned && item.logisticsAt) item.firstScanAt ??= time
    if (command === 'refundReturn') refunds++
    walked.push([before.status, item.status, before])
  }
  return { item, walked, refunds }
}

test('makes only listed moves with any sequence of commands', () => {
  const listed = ['12', '14', '16', '18', '28', '22', '29', '23', '36', '34', '26', '45', '47', '74']
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const { walked } = live(steps)
      for (const [from, to, before] of walked) {
        expect(listed).toContain(`${from}${to}`)
        // Once a parcel is on its way, neither the shopper nor the timer can end the return.
        if (before.logisticsAt) expect([8, 9]).not.toContain(to)
        expect([5, 6, 8, 9]).not.toContain(from)
      }
    }),
    { numRuns: 500 },
  )
})

test('refunds an item at most once, and never more than was paid', () => {
  const lines = fc.array(fc.record({ paidAmount: fc.nat(1_000_000), steps: fc.array(step, { maxLength: 30 }) }), {
    maxLength: 5,
  })
  fc.assert(
    fc.property(lines, (all) => {
      let back = 0
      for (const { paidAmount, steps } of all) {
        const { refunds } = live(steps)
        expect(refunds).toBeLessThanOrEqual(1)
        let refundedAmount = 0
        for (let once = 0; once < refunds; once++)
          refundedAmount += rules.readLineRefund({ paidAmount, refundedAmount })
        back += refundedAmount
      }
      expect(back).toBeLessThanOrEqual(all.reduce((sum, { paidAmount }) => sum + paidAmount, 0))
    }),
  )
})

test('never shows a return as finished while one of its items is open', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }), (statuses) => {
      const status = rules.readReturnStatus(statuses)
      expect(statuses).toContain(status)
      const open = statuses.filter((one) => one <= 4)
      if (open.length > 0) expect(status).toBe(Math.min(...open))
    }),
  )
})
