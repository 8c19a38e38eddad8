import Check from 'lucide-react/icons/check'
import type { ComponentProps, ReactNode } from 'react'
import { Icon } from '../content/icon.tsx'
import { joinClasses } from '../content/join-classes.ts'
import styles from './chip.module.css'

type ChipProps = Omit<ComponentProps<'button'>, 'onChange'> & { on: boolean; onChange: (on: boolean) => void }

export function Chip({ on, onChange, className, children, ...button }: ChipProps) {
  return (
    <button
      type="button"
      {...button}
      aria-pressed={on}
      className={joinClasses(styles.chip, on && styles.on, className)}
      onClick={() => onChange(!on)}
    >
      {on && <Icon of={Check} size="s" />}
      <span>{children}</span>
    </button>
  )
}

export function ChipGroup({ labelledBy, children }: { labelledBy: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a heading outside the group names it, so a legend would repeat the name.
    <div role="group" aria-labelledby={labelledBy} className={styles.group}>
      {children}
    </div>
  )
}
