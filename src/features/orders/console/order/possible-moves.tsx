import { useHint } from '#console/shell/use-keys.ts'
import { Button } from '#console/ui/buttons/button.tsx'
import { Keys } from '#console/ui/content/key.tsx'
import { Panel } from '#console/ui/layout/panel.tsx'
import type { OrderMove } from './order-moves.tsx'
import styles from './order-page.module.css'

type MoveProps = { move: OrderMove; isPlain?: boolean; isIcon?: boolean }

export function MoveButton({ move: { name, icon, hint, run, isBusy }, isPlain, isIcon }: MoveProps) {
  const buttonProps = {
    tone: isPlain ? 'outline' : 'primary',
    icon,
    isBusy,
    onClick: run,
    ...(hint && { hint }),
  } as const
  return isIcon ? <Button {...buttonProps} aria-label={name} data-icon /> : <Button {...buttonProps}>{name}</Button>
}

/** Shows the possible moves with their consequences, the likeliest first. */
export function PossibleNow({ moves }: { moves: OrderMove[] }) {
  return (
    <Panel title="Possible now" isFlush>
      {moves.length === 0 && (
        <p className={styles.none}>No actions. The order is closed, or your role cannot change it.</p>
      )}
      <ul>
        {moves.map((move) => (
          <li key={move.id}>
            <PossibleMove move={move} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function PossibleMove({ move }: { move: OrderMove }) {
  const { name, detail, icon: Icon, hint, isDanger, run, isBusy } = move
  const { shortcut } = useHint(hint ?? '')
  return (
    <button
      type="button"
      className={styles.move}
      data-tone={isDanger ? 'danger' : undefined}
      aria-disabled={isBusy || undefined}
      aria-keyshortcuts={shortcut || undefined}
      onClick={isBusy ? undefined : run}
    >
      <Icon size={16} strokeWidth={1.75} aria-hidden />
      <span className={styles.moveWords}>
        <span className={styles.moveName}>{name}</span>
        <span className={styles.quiet}>{detail}</span>
      </span>
      {hint && <Keys of={hint} />}
    </button>
  )
}
