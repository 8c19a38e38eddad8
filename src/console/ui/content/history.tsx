import { Bot, Clock, CreditCard, KeyRound, type LucideIcon, Truck } from 'lucide-react'
import type { ReactNode } from 'react'
import { joinClasses } from '#ui/content/join-classes.ts'
import { Moment } from '../format/moment.tsx'
import { Avatar } from './avatar.tsx'
import styles from './history.module.css'

export type Actor = {
  kind: 'shopper' | 'staff' | 'timer' | 'carrier' | 'provider' | 'system' | 'key'
  /** The name of a staff member or API key. For shoppers the caller provides the name. */
  name: string | null
}
export type HistoryEntry = {
  key: string
  actor: Actor
  /** An icon in place of the actor's avatar. */
  icon?: LucideIcon
  /** The action, to follow the actor's name, such as `approved 2 items`. */
  action: ReactNode
  at: string
  /** The text of the action. A note is for staff only. */
  words?: { body: string; isNote?: boolean } | undefined
}

const drawings: Partial<Record<Actor['kind'], LucideIcon>> = {
  timer: Clock,
  carrier: Truck,
  provider: CreditCard,
  system: Bot,
  key: KeyRound,
}
const names: Record<Actor['kind'], string> = {
  shopper: 'The shopper',
  staff: 'Staff',
  timer: 'A scheduled task',
  carrier: 'The carrier',
  provider: 'The payment provider',
  system: 'The shop',
  key: 'A key',
}

export const formatActor = ({ kind, name }: Actor): string => name || names[kind]

/** Renders the history of a resource, newest first. */
export function History({ entries, label = 'History' }: { entries: HistoryEntry[]; label?: string }) {
  return (
    <ol className={styles.history} aria-label={label}>
      {entries.map(({ key, actor, icon, action, at, words }) => (
        <li key={key} className={styles.entry}>
          <ActorMark actor={actor} icon={icon} />
          <span className={styles.deed}>
            <b>{formatActor(actor)}</b> {action}
          </span>
          <span className={styles.at}>
            <Moment at={at} />
          </span>
          {words && (
            <p className={joinClasses(styles.words, words.isNote && styles.note)} dir="auto">
              {words.body}
            </p>
          )}
        </li>
      ))}
    </ol>
  )
}

function ActorMark({ actor, icon }: { actor: Actor; icon: LucideIcon | undefined }) {
  const Drawing = icon ?? drawings[actor.kind]
  const name = formatActor(actor)
  if (!Drawing) return <Avatar name={name} id={name} isShopper={actor.kind === 'shopper'} />
  return (
    <span className={styles.mark}>
      <Drawing size={13} strokeWidth={1.75} aria-hidden />
    </span>
  )
}
