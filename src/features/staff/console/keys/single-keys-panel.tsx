import { useState } from 'react'
import { useCommand } from '#console/data/use-command.ts'
import { useConsole } from '#console/shell/console-context.ts'
import { Button } from '#console/ui/buttons/button.tsx'
import { Refusal } from '#console/ui/content/note.tsx'
import { TextField } from '#console/ui/fields/field.tsx'
import { Panel } from '#console/ui/layout/panel.tsx'
import { showToast } from '#console/ui/overlays/toast-store.ts'
import { changeMe, type Me } from '#features/staff/me.staff.contract.ts'
import { findKeyProblem, type KeyChanges, singleKeys } from '#features/staff/single-keys.rules.ts'
import styles from './single-keys-panel.module.css'

/** Lists the single-key shortcuts, with a field to replace the key of each. */
export function SingleKeysPanel({ me, updateFrame }: { me: Me; updateFrame: (me: Me) => void }) {
  const { call } = useConsole()
  const { run, busy, problem } = useCommand()
  const [wrong, setWrong] = useState<{ key: string; typed: string; words: string } | null>(null)
  async function save(keys: KeyChanges, said: string) {
    const before = me.keys
    const isDone = await run('keys', async () => {
      const { data } = await call(changeMe, { keys }, { ifMatch: '*' })
      updateFrame(data)
    })
    if (isDone) showToast(said, { action: { label: 'Undo', run: () => save(before, 'Previous shortcuts restored') } })
  }
  function move(key: string, text: string) {
    // The field holds one character, so a newly typed character replaces it.
    const typed = text.slice(-1).toLowerCase()
    setWrong(null)
    if (typed === '' || typed === (me.keys[key] ?? key)) return
    const words = findKeyProblem(me.keys, key, typed)
    if (words) return setWrong({ key, typed, words })
    const { [key]: _, ...others } = me.keys
    save(typed === key ? others : { ...others, [key]: typed }, `${key.toUpperCase()} changed to ${typed.toUpperCase()}`)
  }
  const isMoved = Object.keys(me.keys).length > 0
  return (
    <Panel
      title="Shortcut keys"
      actions={
        isMoved && (
          <Button
            tone="quiet"
            size="small"
            isBusy={busy !== null}
            onClick={() => save({}, 'Default shortcuts restored')}
          >
            Restore defaults
          </Button>
        )
      }
    >
      <Refusal problem={problem} />
      <ul className={styles.keys}>
        {singleKeys.map(({ key, description }) => {
          const isWrong = wrong?.key === key
          return (
            <li key={key} className={styles.row}>
              <TextField
                label={description}
                hint={key in me.keys ? `Default: ${key.toUpperCase()}` : undefined}
                error={isWrong ? wrong.words : null}
                className={styles.key}
                value={(isWrong ? wrong.typed : (me.keys[key] ?? key)).toUpperCase()}
                autoComplete="off"
                autoCapitalize="off"
                spellCheck={false}
                onFocus={(event) => event.currentTarget.select()}
                onChange={(text) => move(key, text)}
              />
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}
