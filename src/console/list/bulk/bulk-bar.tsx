import type { LucideIcon } from 'lucide-react'
import { useHint, useKeys } from '#console/shell/use-keys.ts'
import { Key } from '#console/ui/content/key.tsx'
import { joinClasses } from '#ui/content/join-classes.ts'
import styles from './bulk-bar.module.css'

export type BulkCommand = {
  name: string
  icon: LucideIcon
  /** The number of selected rows that allow the command. */
  fits: number
  run: () => void
  key?: string
}

type Props = { count: number; commands: BulkCommand[]; clear: () => void; isBusy?: boolean }

/**
 * Renders the commands on the selected rows. The first command is the most likely command, and commands without a
 * matching row are hidden.
 */
export function BulkBar({ count, commands, clear, isBusy }: Props) {
  const offered = commands.filter(({ fits }) => fits > 0).slice(0, 4)
  const byKey = offered.flatMap(({ key, run }) => (key ? [[key.toLowerCase(), run] as const] : []))
  useKeys(count > 0 && !isBusy ? { ...Object.fromEntries(byKey), escape: clear } : {})
  if (count === 0) return null
  return (
    <section className={styles.bar} aria-label="Actions for the selected rows">
      <span className={styles.count} role="status">
        {count} selected
      </span>
      <i className={styles.rule} />
      {offered.map((command, at) => (
        <Command key={command.name} command={command} count={count} isLikeliest={at === 0} isBusy={isBusy} />
      ))}
      <i className={styles.rule} />
      <button type="button" className={styles.command} onClick={clear} disabled={isBusy}>
        Clear <Key>Esc</Key>
      </button>
    </section>
  )
}

type CommandProps = { command: BulkCommand; count: number; isLikeliest: boolean; isBusy: boolean | undefined }

function Command({ command, count, isLikeliest, isBusy }: CommandProps) {
  const { name, icon: Icon, fits, run, key } = command
  const { shortcut } = useHint(key ?? '')
  return (
    <button
      type="button"
      className={joinClasses(styles.command, isLikeliest && styles.likeliest)}
      onClick={run}
      disabled={isBusy}
      aria-keyshortcuts={shortcut || undefined}
    >
      <Icon size={16} strokeWidth={1.75} aria-hidden />
      {name} {fits < count ? `${fits} of ${count}` : fits}
      {key && <Key>{key}</Key>}
    </button>
  )
}
