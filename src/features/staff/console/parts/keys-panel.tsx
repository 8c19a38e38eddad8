import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { useCommand } from '#console/data/use-command.ts'
import styles from '#console/settings/settings.module.css'
import { type ConsoleContext, useConsole } from '#console/shell/console-context.ts'
import { Button } from '#console/ui/buttons/button.tsx'
import { EmptyView } from '#console/ui/content/empty-view.tsx'
import { Refusal } from '#console/ui/content/note.tsx'
import { Tag } from '#console/ui/content/tag.tsx'
import { Moment } from '#console/ui/format/moment.tsx'
import { Panel } from '#console/ui/layout/panel.tsx'
import { endCell, Table } from '#console/ui/layout/table.tsx'
import { Dialog } from '#console/ui/overlays/dialog.tsx'
import { showToast } from '#console/ui/overlays/toast-store.ts'
import { scopes } from '#contract/calls/scopes.ts'
import { endKey, type Key, listKeys } from '#features/staff/keys.staff.contract.ts'
import { NewKeyDialog } from '../keys/new-key-dialog.tsx'

/** 200: the first page. The audit log contains keys that ended long ago. */
const maxShown = 200

export async function loadKeys(load: ConsoleContext['load']): Promise<Key[]> {
  const { data } = await load(listKeys, { limit: maxShown })
  const isLive = ({ status }: Key) => status === 'live'
  return [...data.data.filter(isLive), ...data.data.filter((one) => !isLive(one))]
}

/** Lists the API keys with their scopes and their owners. */
export function KeysPanel({ keys }: { keys: readonly Key[] }) {
  const [isMaking, setMaking] = useState(false)
  const [ending, setEnding] = useState<Key | null>(null)
  return (
    <Panel
      title="API keys"
      isFlush
      actions={
        <Button tone="quiet" size="small" icon={Plus} onClick={() => setMaking(true)}>
          New API key
        </Button>
      }
    >
      {keys.length === 0 ? (
        <EmptyView icon={KeyRound} title="No API keys yet" text="Create a separate key for each program." />
      ) : (
        <Table
          label="API keys"
          isCompact
          columns={[
            { name: 'Name' },
            { name: 'Key' },
            { name: 'Permissions' },
            { name: 'Created by' },
            { name: 'Last used' },
            { name: 'Revoke', isNameHidden: true },
          ]}
        >
          {keys.map((one) => (
            <KeyRow key={one.id} of={one} onEnd={() => setEnding(one)} />
          ))}
        </Table>
      )}
      {isMaking && <NewKeyDialog onClose={() => setMaking(false)} />}
      {ending && <EndDialog of={ending} onClose={() => setEnding(null)} />}
    </Panel>
  )
}

function KeyRow({ of, onEnd }: { of: Key; onEnd: () => void }) {
  const { name, ending, status, created_by, created_at, expires_at, used_at, addresses, possible } = of
  return (
    <tr>
      <td>
        <span className={styles.strong}>{name}</span>{' '}
        {status !== 'live' && <Tag tone="warning">{status === 'ended' ? 'Revoked' : 'Expired'}</Tag>}
      </td>
      <td className={styles.second}>
        <bdi dir="ltr">hk_live_····{ending}</bdi>
      </td>
      <td className={styles.cut} title={of.scopes.map((scope) => scopes[scope]).join('\n')}>
        {of.scopes.map((scope) => scopes[scope]).join(', ')}
      </td>
      <td className={styles.third}>
        {created_by}, <Moment at={created_at} />
        {status === 'live' && expires_at && (
          <>
            , until <Moment at={expires_at} />
          </>
        )}
        {addresses && (
          <>
            , only from <bdi dir="ltr">{addresses}</bdi>
          </>
        )}
      </td>
      <td className={used_at ? styles.second : styles.warning}>{used_at ? <Moment at={used_at} /> : 'Never'}</td>
      <td className={endCell}>
        {possible.includes('end') && (
          <Button tone="quiet" size="small" aria-label={`Revoke ${name}`} onClick={onEnd}>
            Revoke
          </Button>
        )}
      </td>
    </tr>
  )
}

/**
 * Asks for confirmation before a key ends. The program that uses the key stops at once, and the key cannot be restored.
 */
function EndDialog({ of: { id, name, ending }, onClose }: { of: Key; onClose: () => void }) {
  const { call } = useConsole()
  const { run, busy, problem } = useCommand()
  async function end() {
    if (!(await run('end', () => call(endKey, { id })))) return
    showToast(`${name} is revoked`)
    onClose()
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Revoke ${name}?`}
      onSubmit={end}
      footer={(close) => (
        <>
          <Button size="large" onClick={close}>
            Cancel
          </Button>
          <Button size="large" tone="danger" type="submit" isBusy={busy !== null}>
            Revoke key
          </Button>
        </>
      )}
    >
      <Refusal problem={problem} />
      <p>
        Programs that use <bdi dir="ltr">hk_live_····{ending}</bdi> can no longer sign in. A revoked key cannot be
        restored.
      </p>
    </Dialog>
  )
}
