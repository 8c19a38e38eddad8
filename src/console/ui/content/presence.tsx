import { Eye } from 'lucide-react'
import styles from './presence.module.css'

/** Renders the other members who view the same resource. */
export function Presence({ people }: { people: { id: string; name: string }[] }) {
  const names = people.map(({ name }) => name)
  return (
    <p className={styles.presence} role="status">
      {names.length > 0 && (
        <>
          <Eye size={14} strokeWidth={1.9} aria-hidden /> {names.join(', ')} {names.length === 1 ? 'looks' : 'look'} at
          this
        </>
      )}
    </p>
  )
}
