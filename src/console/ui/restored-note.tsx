import { Button } from './button.tsx'
import { Note } from './note.tsx'

/** What was typed before the tab was closed is here again, and can be dropped. */
export function RestoredNote({ form }: { form: { isRestored: boolean; discard: () => void } }) {
  if (!form.isRestored) return null
  return (
    <Note>
      What you had not saved is here again.{' '}
      <Button tone="quiet" size="small" onClick={form.discard}>
        Drop it
      </Button>
    </Note>
  )
}
