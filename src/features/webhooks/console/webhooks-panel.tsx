import { EditList } from '#console/form/edit-list.tsx'
import settings from '#console/settings/settings.module.css'
import { useNow, useZone } from '#console/shell/use-now.ts'
import { Status } from '#console/ui/content/status.tsx'
import { formatCount } from '#console/ui/format/count.rules.ts'
import { formatMoment } from '#console/ui/format/moment.rules.ts'
import { endCell } from '#console/ui/layout/table.tsx'
import { getWebhook, type Webhook } from '../webhooks.staff.contract.ts'
import { WebhookDialog } from './webhook-dialog.tsx'
import styles from './webhooks.module.css'

export function WebhooksPanel({ webhooks }: { webhooks: readonly Webhook[] }) {
  return (
    <EditList
      title="Webhooks"
      addName="New webhook"
      mayWrite
      isCompact
      rows={webhooks}
      columns={[{ name: 'URL' }, { name: 'Active' }, { name: 'State' }, { name: 'Last 24 h', isEnd: true }]}
      empty={{
        title: 'No webhooks yet',
        text: 'Add a webhook to notify another program of events.',
      }}
      call={getWebhook}
      toInput={({ id }) => ({ id })}
      nameOf={({ url }) => url}
      cells={(one) => (
        <>
          <td>
            <bdi dir="ltr" className={styles.address}>
              {one.url}
            </bdi>
            {one.description && <span className={settings.third}> {one.description}</span>}
          </td>
          <td className={styles.events} title={one.events.join('\n')}>
            <bdi dir="ltr">{one.events.join(', ')}</bdi>
          </td>
          <td className={styles.state}>
            <State of={one} />
          </td>
          <td className={endCell}>{formatCount(one.recent)}</td>
        </>
      )}
      dialog={(props) => <WebhookDialog {...props} />}
    />
  )
}

function State({ of: { state, failing_since, off_since, is_given_up } }: { of: Webhook }) {
  const now = useNow()
  const zone = useZone()
  const since = (at: string | null) => (at ? ` since ${formatMoment(at, now, zone)}` : '')
  if (state === 'healthy') return <Status badge={{ name: 'Healthy', tone: 'success', gauge: 'tick' }} />
  if (state === 'failing') {
    return <Status badge={{ name: `Failing${since(failing_since)}`, tone: 'danger', gauge: 'cross' }} />
  }
  return (
    <Status
      badge={{
        name: `${is_given_up ? 'Switched off after failures' : 'Off'}${since(off_since)}`,
        tone: 'ink',
        gauge: 'dash',
      }}
    />
  )
}
