import { ConflictNote } from '../ui/conflict-note.tsx'
import { Refusal } from '../ui/note.tsx'
import { RestoredNote } from '../ui/restored-note.tsx'
import { SaveBar } from '../ui/save-bar.tsx'
import { showToast } from '../ui/toast-store.ts'
import type { Conflict } from './use-conflict.ts'
import type { Form } from './use-form.ts'

type Options<V> = {
  /** What the fields are called on the save bar, and where a colleague saved first. */
  names: Readonly<Record<keyof V & string, string>>
  /** Sends what differs, with the version that was loaded as `If-Match`. */
  send: (changed: Partial<V>) => Promise<unknown>
  /** Said once it is saved. */
  saved: string
}

export type Edit = {
  names: Readonly<Record<string, string>>
  /** What differs, by the names of its fields. */
  changes: string[]
  isBusy: boolean
  /** True once it is saved. */
  save: () => Promise<boolean>
  discard: () => void
  conflict: Conflict | null
  problem: string | null
  isRestored: boolean
  isKept: boolean
}

/** Binds a form to the call that saves it. The answer goes to `FormNotes` above the fields and to `FormBar` below them. */
export function useEdit<V extends Record<string, unknown>>(form: Form<V>, { names, send, saved }: Options<V>): Edit {
  const { isBusy, discard, conflict, problem, isRestored, isKept } = form
  async function save(): Promise<boolean> {
    const isSaved = await form.save(send)
    if (isSaved) showToast(saved)
    return isSaved
  }
  // Fields that make one choice share a name.
  const changes = [...new Set(form.changed.map((field) => names[field]))]
  return { names, changes, isBusy, save, discard, conflict, problem, isRestored, isKept }
}

type NotesProps = Pick<Edit, 'names' | 'conflict' | 'problem' | 'isRestored' | 'discard'>

/** What a form has to say above its fields: who saved first, what was left behind here, and why saving was refused. */
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

/** The bar that saves a form. */
export function FormBar({ changes, isBusy, save, discard, isKept }: BarProps) {
  return <SaveBar changes={changes} isBusy={isBusy} onSave={save} onDiscard={discard} isKept={isKept} />
}
