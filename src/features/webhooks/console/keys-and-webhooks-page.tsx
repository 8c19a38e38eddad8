import { usePageData } from '#console/data/use-page-data.ts'
import styles from '#console/settings/settings.module.css'
import { settingsLinks } from '#console/settings/settings-menu.ts'
import { SettingsPage } from '#console/settings/settings-page.tsx'
import type { ConsoleContext } from '#console/shell/console-context.ts'
import { KeysPanel, loadKeys } from '#features/staff/console/parts/keys-panel.tsx'
import { staffApiDocsLink } from '#features/staff/staff-links.ts'
import { getDelivery, listDeliveries, listWebhooks } from '../webhooks.staff.contract.ts'
import { DeliveriesPanel } from './deliveries-panel.tsx'
import { toListInput } from './delivery-format.rules.ts'
import { WebhooksPanel } from './webhooks-panel.tsx'

type LoaderInput = { context: ConsoleContext; deps: Record<string, string | undefined> }

export async function loadKeysAndWebhooks({ context: { load, call }, deps }: LoaderInput) {
  const [keys, webhooks, deliveries] = await Promise.all([
    loadKeys(load),
    load(listWebhooks, {}),
    load(listDeliveries, toListInput(deps)),
  ])
  const id = deps.delivery ?? deliveries.data.data[0]?.id
  // An old address may contain the id of a delivery that was removed.
  const chosen = id ? await call(getDelivery, { id }).catch(() => null) : null
  return { keys, webhooks: webhooks.data.data, deliveries: deliveries.data, chosen: chosen?.data ?? null }
}

export function KeysAndWebhooksPage() {
  const { keys, webhooks, deliveries, chosen } = usePageData<typeof loadKeysAndWebhooks>(settingsLinks.api)
  return (
    <SettingsPage
      follows="people"
      title="API keys and webhooks"
      about={
        <>
          Connect your warehouse system, accounting and other programs. All calls are described{' '}
          <a href={staffApiDocsLink} className={styles.link}>
            in the API reference
          </a>
          .
        </>
      }
    >
      <KeysPanel keys={keys} />
      <WebhooksPanel webhooks={webhooks} />
      <DeliveriesPanel webhooks={webhooks} first={deliveries} chosen={chosen} />
    </SettingsPage>
  )
}
