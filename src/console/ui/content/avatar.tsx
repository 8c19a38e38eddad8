import { joinClasses } from '#ui/content/join-classes.ts'
import styles from './avatar.module.css'

const tones = ['info', 'success', 'warning', 'ink'] as const

type Props = { name: string; id: string; isShopper?: boolean; size?: 'normal' | 'large' | 'head' }

/** Renders initials: square for staff, round for shoppers, always in the same tone for one person. */
export function Avatar({ name, id, isShopper, size = 'normal' }: Props) {
  const words = name.split(/\s+/).filter(Boolean)
  const initials = [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => word?.[0] ?? '').join('')
  const tone = tones[[...id].reduce((sum, sign) => sum + sign.charCodeAt(0), 0) % tones.length] ?? 'ink'
  return (
    <span className={joinClasses(styles.avatar, styles[tone], isShopper && styles.round, styles[size])} aria-hidden>
      {initials.toUpperCase()}
    </span>
  )
}
