import { type MakeStaffCall, type StaffCall, StaffProblem } from '#contract/calls/staff-call.ts'
import { createStore } from '#ui/state/store.ts'
import { isListOf, isRecord, isText, readDraft, saveDraft } from '#web/data/drafts.ts'

/**
 * The calls that add a note for colleagues, by kind of record. A note can wait for a connection, because it may arrive
 * an hour later without harm.
 */
type NoteCalls = Readonly<Record<string, StaffCall>>

export type WaitingNote = { key: string; of: string; input: Record<string, string> }
/** 50: more notes than anyone writes while traveling. Further notes fail immediately. */
export const maxWaiting = 50
const draft = 'waiting_notes'

export const waitingNotes = createStore<readonly WaitingNote[]>([])

function isNote(one: unknown, calls: NoteCalls): one is WaitingNote {
  return isRecord(one) && isText(one.key) && isText(one.of) && one.of in calls && isRecord(one.input)
}

/** Restores the notes that this member stored in this browser before the page was opened. */
export function restoreWaitingNotes(calls: NoteCalls): void {
  const kept = readDraft(draft)
  waitingNotes.write(isListOf(kept, (one) => isNote(one, calls)) ? kept : [])
}

function write(notes: readonly WaitingNote[]): void {
  saveDraft(draft, notes.length > 0 ? [...notes] : null)
  waitingNotes.write(notes)
}

/** The result of a note that waits for a connection. Nothing has changed yet, so the page is not reloaded. */
export const queuedForLater = Symbol('waits')

/** Sends a note, or stores it until there is a connection. Refusals are thrown. */
export async function sendOrQueue(
  of: WaitingNote['of'],
  input: WaitingNote['input'],
  /** The key prevents the server from storing a note twice if the response was lost. */
  send: (options: { idempotencyKey: string }) => Promise<unknown>,
): Promise<unknown> {
  const key = crypto.randomUUID()
  try {
    return await send({ idempotencyKey: key })
  } catch (error) {
    const notes = waitingNotes.read()
    if (error instanceof StaffProblem || notes.length >= maxWaiting) throw error
    write([...notes, { key, of, input }])
    return queuedForLater
  }
}

let isSending = false

/**
 * Sends the waiting notes in order, each once, and stops when the connection is lost. Returns the number of sent notes
 * and the refusals.
 */
export async function sendWaitingNotes(
  call: MakeStaffCall,
  calls: NoteCalls,
): Promise<{ sent: number; refused: StaffProblem[] }> {
  const refused: StaffProblem[] = []
  let sent = 0
  if (isSending) return { sent, refused }
  isSending = true
  try {
    for (let [note] = waitingNotes.read(); note; [note] = waitingNotes.read()) {
      const { key, of, input } = note
      try {
        const noteCall = calls[of]
        if (noteCall) await call(noteCall, input as never, { idempotencyKey: key })
        sent++
      } catch (error) {
        if (!(error instanceof StaffProblem)) break
        refused.push(error)
      }
      write(waitingNotes.read().filter((one) => one.key !== key))
    }
  } finally {
    isSending = false
  }
  return { sent, refused }
}
