import type { LucideIcon as Drawing } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import { joinClasses } from './join-classes.ts'
import styles from './status.module.css'

/** The meaning of a color. A word always accompanies the color. */
export type Tone = 'accent' | 'success' | 'warning' | 'info' | 'danger' | 'neutral'

/** Renders a status word after its dot. */
export function Status({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={joinClasses(styles.status, styles[tone])}>
      <span className={styles.word}>{children}</span>
    </span>
  )
}

export function StatusDisc({ tone, icon }: { tone: Tone; icon: Drawing }) {
  return (
    <span className={joinClasses(styles.disc, styles[`${tone}Disc`])}>
      <Icon of={icon} size="l" />
    </span>
  )
}

type StatusHeadProps = { tone: Tone; icon: Drawing; word: ReactNode; line?: ReactNode; children?: ReactNode }

/** Renders the head of an order or return: its status in large text, a line below, and a disc at the end. */
export function StatusHead({ tone, icon, word, line, children }: StatusHeadProps) {
  return (
    <section className={styles.head}>
      <div className={styles.words}>
        <h2 className={styles.title}>{word}</h2>
        {line && <p className={styles.line}>{line}</p>}
      </div>
      <StatusDisc tone={tone} icon={icon} />
      {children && <div className={styles.below}>{children}</div>}
    </section>
  )
}
