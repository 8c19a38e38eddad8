import { beforeEach, expect, test, vi } from 'vitest'
import { type MakeStaffCall, StaffProblem } from '#contract/calls/staff-call.ts'
import { noteOrder } from '#features/orders/order-commands.staff.contract.ts'
import { noteChat, noteTicket } from '#features/support/inbox.staff.contract.ts'
import {
  maxWaiting,
  queuedForLater,
  restoreWaitingNotes,
  sendOrQueue,
  sendWaitingNotes,
  waitingNotes,
} from './waiting-notes.ts'

const kept = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
})
vi.stubGlobal('document', { cookie: '' })

const notes = { order: noteOrder, ticket: noteTicket, chat: noteChat }

beforeEach(() => {
  kept.clear()
  restoreWaitingNotes(notes)
})

const offline = () => Promise.reject(new TypeError('Failed to fetch'))
const refusal = new StaffProblem({ type: '', title: 'Gone', status: 404, code: 'not_found' })
type Sent = { input: unknown; key: string | undefined }
const collect = (sent: Sent[], fail?: (input: unknown) => Error | null): MakeStaffCall =>
  (async (_call: unknown, input: unknown, options: { idempotencyKey?: string } = {}) => {
    const error = fail?.(input)
    if (error) throw error
    sent.push({ input, key: options.idempotencyKey })
    return { data: {}, etag: null }
  }) as MakeStaffCall

test('sends a note immediately with a connection, and throws a refusal', async () => {
  expect(await sendOrQueue('order', { no: 'HB1', body: 'a' }, async () => 'done')).toBe('done')
  await expect(sendOrQueue('order', { no: 'HB1', body: 'a' }, () => Promise.reject(refusal))).rejects.toBe(refusal)
  expect(waitingNotes.read()).toEqual([])
})

test('stores a note without a connection, across pages, and sends it once and in order', async () => {
  expect(await sendOrQueue('ticket', { number: 'TK1', body: 'a' }, offline)).toBe(queuedForLater)
  expect(await sendOrQueue('chat', { id: 'c1', body: 'b' }, offline)).toBe(queuedForLater)
  waitingNotes.write([])
  restoreWaitingNotes(notes)
  expect(waitingNotes.read()).toHaveLength(2)
  const sent: Sent[] = []
  const rounds = await Promise.all([sendWaitingNotes(collect(sent), notes), sendWaitingNotes(collect(sent), notes)])
  expect(rounds.map((round) => round.sent)).toEqual([2, 0])
  expect(sent.map(({ input }) => input)).toEqual([
    { number: 'TK1', body: 'a' },
    { id: 'c1', body: 'b' },
  ])
  expect(new Set(sent.map(({ key }) => key)).size).toBe(2)
  expect([waitingNotes.read(), kept.size]).toEqual([[], 0])
})

test('keeps the remaining notes after another disconnect, and removes and reports refused notes', async () => {
  for (const no of ['HB1', 'HB2', 'HB3']) await sendOrQueue('order', { no, body: 'a' }, offline)
  const sent: Sent[] = []
  const fails: Record<string, Error> = { HB1: refusal, HB2: new TypeError('Failed to fetch') }
  const failing = collect(sent, (input) => fails[(input as { no: string }).no] ?? null)
  expect(await sendWaitingNotes(failing, notes)).toEqual({ sent: 0, refused: [refusal] })
  expect(waitingNotes.read().map(({ input }) => input.no)).toEqual(['HB2', 'HB3'])
})

test('limits the number of waiting notes', async () => {
  for (let at = 0; at < maxWaiting; at++) await sendOrQueue('order', { no: `HB${at}`, body: 'a' }, offline)
  await expect(sendOrQueue('order', { no: 'HB', body: 'a' }, offline)).rejects.toThrow('Failed to fetch')
})

test('ignores stored values that are not notes', () => {
  kept.set('draft:guest:waiting_notes', JSON.stringify([{ key: 'a', of: 'refund', input: {} }]))
  restoreWaitingNotes(notes)
  expect(waitingNotes.read()).toEqual([])
})
