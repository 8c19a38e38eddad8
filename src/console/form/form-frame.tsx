import { Refusal } from '../ui/content/note.tsx'
import { ConflictNote } from '../ui/layout/conflict-note.tsx'
import { RestoredNote } from '../ui/layout/restored-note.tsx'
import { SaveBar } from '../ui/layout/save-bar.tsx'
import { showToast } from '../ui/overlays/toast-store.ts'
import type { Conflict } from './use-conflict.ts'
import type { Form } from './use-form.ts'

type Options<V> = {
  /** The names of the fields for the save bar and for conflicts. */
  names: Readonly<Record<keyof V & string, string>>
  /** Sends the changed fields with the loaded version as `If-Match`. */
  send: (changed: Partial<V>) => Promise<unknown>
  /** The toast after saving. */
  saved: string
}

export type Edit = {
  names: Readonly<Record<string, string>>
  /** The names of the changed fields. */
  changes: string[]
  isBusy: boolean
  /** Saves the form. Resolves to true after success. */
  save: () => Promise<boolean>
  discard: () => void
  conflict: Conflict | null
  problem: string | null
  isRestored: boolean
  isKept: boolean
}

/** Connects a form with the call that saves it. `FormNotes` above the fields and `FormBar` below show the result. */
export function useEdit<V extends Record<string, unknown>>(form: Form<V>, { names, send, saved }: Options<V>): Edit {
  const { isBusy, discard, conflict, problem, isRestored, isKept } = form
  async function save(): Promise<boolean> {
    const isSaved = await form.save(send)
    if (isSaved) showToast(saved)
    return isSaved
  }
  // Several fields of the same choice share a name, which is listed once.
  const changes = [...new Set(form.changed.map((field) => names[field]))]
  return { names, changes, isBusy, save, discard, conflict, problem, isRestored, isKept }
}

type NotesProps = Pick<Edit, 'names' | 'conflict' | 'problem' | 'isRestored' | 'discard'>

/** Renders the notes above the fields: conflicts, restored drafts and refusals. */
export function FormNotes({ names, conflict, problem, isRestored, discard }: NotesProps) {
  return (
    <>
      <ConflictNote conflict={conflict} names={names} />
      <RestoredNote form={{ isRestored, discard }} />
      <Refusal problem={problem} />
    </>
  )
}

type BarProps = Pick<Edit, 'changes' | 'isBusy' | 'save' | 'discard' | 'isKept'>

export function FormBar({ changes, isBusy, save, discard, isKept }: BarProps) {
  return <SaveBar changes={changes} isBusy={isBusy} onSave={save} onDiscard={discard} isKept={isKept} />
}
