import type { Conflict } from '../use-form.ts'
import { Moment } from './moment.tsx'
import { Note } from './note.tsx'

/** Somebody was faster: what was typed is still there, over what they saved. */
export function ConflictNote({ conflict }: { conflict: Conflict | null }) {
  if (!conflict) return null
  return (
    <Note tone="warning" isNews>
      {conflict.who ?? 'Somebody'} changed this meanwhile
      {conflict.at && (
        <>
          {' '}
          (<Moment at={conflict.at} />)
        </>
      )}
      . What you typed is still here, the rest shows how it stands now. Save again to keep yours, or discard it.
    </Note>
  )
}
