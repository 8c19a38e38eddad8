import { useRouter } from '@tanstack/react-router'
import { KeyRound, Send } from 'lucide-react'
import { useState } from 'react'
import { useCommand } from '#console/data/use-command.ts'
import { EditDialog } from '#console/form/edit-dialog.tsx'
import type { Opened, RowDialogProps } from '#console/form/row-dialog.tsx'
import { ShownOnceDialog } from '#console/form/shown-once-dialog.tsx'
import settings from '#console/settings/settings.module.css'
import { settingsLinks } from '#console/settings/settings-menu.ts'
import { useConsole, useMe } from '#console/shell/console-context.ts'
import { Button } from '#console/ui/buttons/button.tsx'
import { Refusal } from '#console/ui/content/note.tsx'
import { Check } from '#console/ui/fields/check.tsx'
import { TextField } from '#console/ui/fields/field.tsx'
import { Moment } from '#console/ui/format/moment.tsx'
import { showToast } from '#console/ui/overlays/toast-store.ts'
import { toQuery } from '#contract/calls/call.ts'
import { maxUrlLength } from '../webhooks.rules.ts'
import {
  changeWebhook,
  createWebhook,
  type NewWebhook,
  removeWebhook,
  rotateWebhookSecret,
  testWebhook,
  type Webhook,
} from '../webhooks.staff.contract.ts'
import { EventChecks } from './event-checks.tsx'
import styles from './webhooks.module.css'

/** Edits a new or existing webhook. The secret is shown once, right after it was created. */
export function WebhookDialog({ opened, onClose }: RowDialogProps<Webhook>) {
  const { call } = useConsole()
  const me = useMe()
  const [made, setMade] = useState<NewWebhook | null>(null)
  const ifMatch = opened?.etag ?? ''
  const { id = '', url = '', events = [], description = '', is_on = true } = opened?.data ?? {}
  if (made) return <SecretDialog made={made} onClose={onClose} />
  return (
    <EditDialog
      title={opened ? 'Edit webhook' : 'New webhook'}
      button={opened ? 'Save webhook' : 'Create webhook'}
      size="table"
      isNew={!opened}
      initial={{ url, events, description, is_on }}
      about={`webhooks/${id}`}
      reload={opened?.reload}
      says={opened ? undefined : `Recorded as created by ${me.name}.`}
      {...(opened && { done: 'Webhook saved' })}
      onClose={onClose}
      onDone={opened ? onClose : () => {}}
      send={async (changed, { is_on: _, ...values }) => {
        if (opened) return call(changeWebhook, { ...changed, id }, { ifMatch })
        const { data } = await call(createWebhook, values)
        setMade(data)
      }}
      remove={
        opened && {
          button: 'Remove',
          done: 'Webhook removed',
          run: () => call(removeWebhook, { id }, { ifMatch }),
        }
      }
    >
      {(form) => (
        <>
          <TextField
            label="URL"
            hint="An https URL that is reachable from the internet"
            type="url"
            dir="ltr"
            placeholder="https://erp.example/harbor"
            maxLength={maxUrlLength}
            {...form.field('url')}
          />
          <TextField
            label="Note"
            hint="Such as the program and its owner"
            maxLength={200}
            {...form.field('description')}
          />
          {opened && <Check label="Active" hint="When off, no events are sent" {...form.check('is_on')} />}
          <EventChecks {...form.field('events')} />
          {opened && <MoreCommands opened={opened} onMade={setMade} onClose={onClose} />}
        </>
      )}
    </EditDialog>
  )
}

function SecretDialog({ made, onClose }: { made: NewWebhook; onClose: () => void }) {
  return (
    <ShownOnceDialog
      title={`The secret of ${new URL(made.url).host}`}
      what="secret"
      value={made.secret}
      onClose={onClose}
    >
      <p className={settings.hint}>
        Every message is signed with this secret, so that the receiver can verify the sender.
        {made.previous_secret_until && (
          <>
            {' '}
            The previous secret is valid until <Moment at={made.previous_secret_until} />.
          </>
        )}
      </p>
    </ShownOnceDialog>
  )
}

type MoreProps = { opened: Opened<Webhook>; onMade: (made: NewWebhook) => void; onClose: () => void }

function MoreCommands({ opened: { data }, onMade, onClose }: MoreProps) {
  const { call } = useConsole()
  const router = useRouter()
  const { run, busy, problem } = useCommand()
  const { id } = data
  async function sendTest() {
    const isSent = await run('test', async () => {
      const { data: sent } = await call(testWebhook, { id })
      await router.navigate({
        href: settingsLinks.api + toQuery({ webhook: id, delivery: sent.id }),
        replace: true,
        resetScroll: false,
      })
    })
    if (!isSent) return
    showToast('Test event sent')
    onClose()
  }
  return (
    <div className={styles.commands}>
      <Refusal problem={problem} />
      <Button
        icon={Send}
        isBusy={busy === 'test'}
        disabled={!data.possible.includes('test')}
        title={data.possible.includes('test') ? undefined : 'Turn the webhook on first'}
        onClick={sendTest}
      >
        Send test event
      </Button>
      <Button
        icon={KeyRound}
        isBusy={busy === 'secret'}
        onClick={() => run('secret', async () => onMade((await call(rotateWebhookSecret, { id })).data))}
      >
        New secret
      </Button>
      <p className={settings.hint}>The old secret stays valid for 24 hours.</p>
    </div>
  )
}
