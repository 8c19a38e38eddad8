import { Button } from '../buttons/button.tsx'
import { Note } from '../content/note.tsx'

/** Renders the note about a restored draft, which can be discarded. */
export function RestoredNote({ form }: { form: { isRestored: boolean; discard: () => void } }) {
  if (!form.isRestored) return null
  return (
    <Note>
      Your unsaved changes were restored.{' '}
      <Button tone="quiet" size="small" onClick={form.discard}>
        Discard changes
      </Button>
    </Note>
  )
}
