import { Monitor } from 'lucide-react'
import { useCommand } from '#console/data/use-command.ts'
import styles from '#console/settings/settings.module.css'
import { useConsole } from '#console/shell/console-context.ts'
import { Button } from '#console/ui/buttons/button.tsx'
import { Refusal } from '#console/ui/content/note.tsx'
import { Tag } from '#console/ui/content/tag.tsx'
import { Moment } from '#console/ui/format/moment.tsx'
import { Panel } from '#console/ui/layout/panel.tsx'
import { showToast } from '#console/ui/overlays/toast-store.ts'
import { endMyOtherSessions, endMySession, type StaffSession } from '#features/staff/me.staff.contract.ts'
import { formatBrowser } from './profile.rules.ts'
import own from './profile-page.module.css'

export function SessionsPanel({ sessions }: { sessions: StaffSession[] }) {
  const { call } = useConsole()
  const { run, busy, problem } = useCommand()
  async function end(id: string) {
    if (await run(id, () => call(endMySession, { id }))) showToast('Signed out of that browser')
  }
  async function endOthers() {
    if (await run('others', () => call(endMyOtherSessions, {}))) showToast('Signed out everywhere else')
  }
  return (
    <Panel
      title="Where you are signed in"
      isFlush
      actions={
        sessions.length > 1 && (
          <Button tone="quiet" size="small" isBusy={busy === 'others'} onClick={endOthers}>
            Sign out everywhere else
          </Button>
        )
      }
    >
      <Refusal problem={problem} />
      <ul>
        {sessions.map(({ id, user_agent, ip, is_current, used_at }) => (
          <li key={id} className={own.item}>
            <Monitor size={16} strokeWidth={1.75} aria-hidden />
            <span className={own.words}>
              <span className={styles.strong}>{formatBrowser(user_agent)}</span>{' '}
              {is_current && <Tag tone="success">This browser</Tag>}
              <br />
              <span className={styles.third}>
                <bdi dir="ltr">{ip}</bdi>, last used <Moment at={used_at} />
              </span>
            </span>
            {!is_current && (
              <Button
                tone="quiet"
                size="small"
                aria-label={`Sign out of ${formatBrowser(user_agent)}`}
                isBusy={busy === id}
                onClick={() => end(id)}
              >
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
