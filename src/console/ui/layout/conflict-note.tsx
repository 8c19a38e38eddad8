import type { Clash } from '../../form/form.rules.ts'
import type { Conflict } from '../../form/use-conflict.ts'
import { Button } from '../buttons/button.tsx'
import { Note } from '../content/note.tsx'
import { Moment } from '../format/moment.tsx'
import styles from './conflict-note.module.css'

type Props = {
  conflict: Conflict | null
  /** The names of the fields. Without names only the author and the time are shown. */
  names?: Readonly<Record<string, string>>
}

/**
 * Renders the note about a conflict: the colleague, the time, the fields, and both versions of fields that both members
 * edited.
 */
export function ConflictNote({ conflict, names = {} }: Props) {
  if (!conflict) return null
  const { who, at, clashes } = conflict
  const named = clashes.filter(({ field }) => names[field])
  const both = named.filter((one) => 'yours' in one)
  return (
    <Note tone="warning" isAnnounced>
      <b>Changed in the meantime.</b> {who ?? 'A colleague'} changed{' '}
      {named.length > 0 ? named.map(({ field }) => names[field]).join(', ') : 'this'}
      {at && (
        <>
          {' '}
          (<Moment at={at} />)
        </>
      )}
      . Your text is still here; all other fields show the saved version. Save again to keep your text, or discard it.
      {both.length > 0 && (
        <ul className={styles.both}>
          {both.map((one) => (
            <li key={one.field}>
              <b>{names[one.field]}</b>
              {isPlain(one) && (
                <>
                  <span>Theirs: {String(one.theirs) || 'empty'}</span>
                  <span>Yours: {String(one.yours) || 'empty'}</span>
                </>
              )}
              <Button size="small" onClick={one.takeTheirs}>
                Use theirs
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Note>
  )
}

/** Returns whether both values fit in one line. For lists and objects the name of the field suffices. */
const isPlain = ({ theirs, yours }: Clash) => [theirs, yours].every((one) => one !== null && typeof one !== 'object')
