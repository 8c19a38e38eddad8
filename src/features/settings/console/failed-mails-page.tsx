import { MailCheck } from 'lucide-react'
import { useCommand } from '#console/data/use-command.ts'
import { usePageData } from '#console/data/use-page-data.ts'
import styles from '#console/settings/settings.module.css'
import { settingsLinks } from '#console/settings/settings-menu.ts'
import { SettingsPage } from '#console/settings/settings-page.tsx'
import { type ConsoleContext, useConsole, useMe } from '#console/shell/console-context.ts'
import { Button } from '#console/ui/buttons/button.tsx'
import { EmptyView } from '#console/ui/content/empty-view.tsx'
import { Refusal } from '#console/ui/content/note.tsx'
import { Moment } from '#console/ui/format/moment.tsx'
import { Panel } from '#console/ui/layout/panel.tsx'
import { endCell, Table } from '#console/ui/layout/table.tsx'
import { showToast } from '#console/ui/overlays/toast-store.ts'
import { allowsScope } from '#contract/calls/scopes.ts'
import { type FailedMail, listFailedMails, sendMailAgain } from '../failed-mails.staff.contract.ts'

/** 100: if more mails fail, they usually have one common cause. */
const maxShown = 100

export async function loadFailedMails({ context: { load } }: { context: ConsoleContext }) {
  return (await load(listFailedMails, { limit: maxShown })).data
}

/** Renders the mails that could not be delivered, with a command to send each again. */
export function FailedMailsPage() {
  const { data: mails, total } = usePageData<typeof loadFailedMails>(settingsLinks.mails)
  const { call } = useConsole()
  const mayWrite = allowsScope(useMe().scopes, 'settings:write')
  const { run, busy, problem } = useCommand()
  async function sendAgain({ id, to }: FailedMail) {
    if (await run(id, () => call(sendMailAgain, { id }))) showToast(`Sending the email to ${to} again`)
  }
  const more = (total ?? Number.POSITIVE_INFINITY) - mails.length
  return (
    <SettingsPage
      title="Failed emails"
      about="The mail server refused these emails, and all retries failed. Their text is deleted after seven days."
    >
      <Refusal problem={problem} />
      <Panel title="Not delivered" isFlush>
        {mails.length === 0 ? (
          <EmptyView icon={MailCheck} title="No failed emails" text="Emails that cannot be sent appear here." />
        ) : (
          <Table
            label="Failed emails"
            columns={[
              { name: 'To' },
              { name: 'Subject' },
              { name: 'Reason' },
              { name: 'Last attempt' },
              ...(mayWrite ? [{ name: 'Send again', isEnd: true, isNameHidden: true }] : []),
            ]}
          >
            {mails.map((mail) => (
              <MailRow
                key={mail.id}
                mail={mail}
                sendAgain={mayWrite ? () => sendAgain(mail) : null}
                isBusy={busy === mail.id}
              />
            ))}
          </Table>
        )}
      </Panel>
      {more > 0 && <p className={styles.second}>Only the oldest failed emails are shown.</p>}
    </SettingsPage>
  )
}

/** The command `sendAgain` is null for members who may only read. */
type RowProps = { mail: FailedMail; sendAgain: (() => void) | null; isBusy: boolean }

function MailRow({ mail, sendAgain, isBusy }: RowProps) {
  return (
    <tr>
      <td>
        <bdi dir="ltr">{mail.to}</bdi>
      </td>
      <td className={styles.strong} dir="auto">
        {mail.subject}
      </td>
      <td className={styles.second}>{mail.reason}</td>
      <td className={styles.second}>
        <Moment at={mail.failed_at} />
      </td>
      {sendAgain && (
        <td className={endCell}>
          <Button size="small" aria-label={`Send again to ${mail.to}`} isBusy={isBusy} onClick={sendAgain}>
            Send again
          </Button>
        </td>
      )}
    </tr>
  )
}
