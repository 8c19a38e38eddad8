import { Copy } from 'lucide-react'
import { usePageData } from '#console/data/use-page-data.ts'
import styles from '#console/settings/settings.module.css'
import { settingsLinks } from '#console/settings/settings-menu.ts'
import { SettingsPage } from '#console/settings/settings-page.tsx'
import type { ConsoleContext } from '#console/shell/console-context.ts'
import { Button } from '#console/ui/buttons/button.tsx'
import { Note } from '#console/ui/content/note.tsx'
import { Status, type StatusBadge } from '#console/ui/content/status.tsx'
import { TextField } from '#console/ui/fields/field.tsx'
import { Moment } from '#console/ui/format/moment.tsx'
import { Panel } from '#console/ui/layout/panel.tsx'
import { Table } from '#console/ui/layout/table.tsx'
import { showToast } from '#console/ui/overlays/toast-store.ts'
import type { StaffOutput } from '#contract/calls/staff-call.ts'
import { copyText } from '#ui/buttons/copy-text.ts'
import { getPaymentProvider } from '../payments.staff.contract.ts'
import own from './payment-page.module.css'

export async function loadPayment({ context: { load } }: { context: ConsoleContext }) {
  return (await load(getPaymentProvider, {})).data
}

type Provider = StaffOutput<typeof getPaymentProvider>

const names: Record<string, string> = { stripe: 'Stripe', test: 'Built-in test', none: 'No provider' }
const modes: Record<Provider['mode'], StatusBadge> = {
  live: { name: 'Live', tone: 'success', gauge: 1 },
  test: { name: 'Test', tone: 'warning', gauge: 0.5 },
  none: { name: 'Missing', tone: 'danger', gauge: 'cross' },
}
const refundWays: Record<Provider['refunds_go'], string> = {
  at_once: 'Sent automatically after staff approve the refund',
  by_staff: 'Confirmed by staff one by one, because no real money is moved',
}
const variables: Record<Provider['settings'][number]['name'], string> = {
  STRIPE_SECRET_KEY: 'The secret key of the account: sk_live_… for real payments, sk_test_… for tests',
  STRIPE_WEBHOOK_SECRET: 'The signing secret of the webhook, which Stripe shows after you add the webhook: whsec_…',
}

/** Shows the payment provider and the missing settings. Secrets are set on the server, so this page has no fields. */
export function PaymentPage() {
  const provider = usePageData<typeof loadPayment>(settingsLinks.payment)
  const { name, mode, refunds_go, last_event_at, missing } = provider
  return (
    <SettingsPage
      title="Payments"
      about="The payment provider of the shop. Keys and secrets are set in the server’s environment and are never shown here."
    >
      {missing && <Note tone="warning">{missing}</Note>}
      <div className={styles.halves}>
        <Panel title="Provider">
          <dl className={own.facts}>
            <dt>Payment provider</dt>
            <dd className={styles.strong}>{names[name] ?? name}</dd>
            <dt>Mode</dt>
            <dd>
              <Status badge={modes[mode]} />
            </dd>
            <dt>Refunds</dt>
            <dd>{refundWays[refunds_go]}</dd>
            <dt>Last payment event</dt>
            <dd>{last_event_at ? <Moment at={last_event_at} /> : 'None recently'}</dd>
          </dl>
        </Panel>
        <Webhook {...provider.webhook} />
      </div>
      <Panel title="Environment variables" isFlush>
        <Table
          label="Environment variables"
          isCompact
          columns={[{ name: 'Name' }, { name: 'Description' }, { name: 'State' }]}
        >
          {provider.settings.map((one) => (
            <tr key={one.name}>
              <td>
                <bdi dir="ltr" className={styles.strong}>
                  {one.name}
                </bdi>
              </td>
              <td className={styles.second}>{variables[one.name]}</td>
              <td>
                <Status
                  badge={
                    one.is_set
                      ? { name: 'Set', tone: 'success', gauge: 'tick' }
                      : { name: 'Not set', tone: 'warning', gauge: 0 }
                  }
                />
              </td>
            </tr>
          ))}
        </Table>
      </Panel>
      <p className={styles.hint}>
        Set both variables. The server reads them at startup from its environment or from its .env file.
      </p>
    </SettingsPage>
  )
}

function Webhook({ url, is_used, is_reachable }: Provider['webhook']) {
  async function copy() {
    showToast(
      (await copyText(url))
        ? 'Webhook address copied'
        : 'The browser could not copy the address. Select the text and copy it yourself.',
    )
  }
  return (
    <Panel
      title="Stripe webhook"
      actions={
        <Button tone="quiet" size="small" icon={Copy} onClick={copy}>
          Copy
        </Button>
      }
    >
      <div className={styles.column}>
        <TextField
          label="Webhook address"
          hint="Add this address in Stripe’s dashboard, and select the events of checkout sessions and refunds."
          readOnly
          dir="ltr"
          value={url}
          onChange={() => {}}
        />
        {is_used && !is_reachable && (
          <Note tone="warning">
            Stripe needs an https address. Set PUBLIC_URL to the public address of the shop, or Stripe cannot confirm
            payments right away.
          </Note>
        )}
      </div>
    </Panel>
  )
}
