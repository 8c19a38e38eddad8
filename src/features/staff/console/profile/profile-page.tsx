import { useRouter } from '@tanstack/react-router'
import { useCommand } from '#console/data/use-command.ts'
import { usePageData } from '#console/data/use-page-data.ts'
import { useForm } from '#console/form/use-form.ts'
import styles from '#console/settings/settings.module.css'
import { type ConsoleContext, useConsole } from '#console/shell/console-context.ts'
import { profileLink } from '#console/shell/console-links.ts'
import { Button, buttonClass } from '#console/ui/buttons/button.tsx'
import { Note, Refusal } from '#console/ui/content/note.tsx'
import { TextField } from '#console/ui/fields/field.tsx'
import { Switch } from '#console/ui/fields/switch.tsx'
import { ConflictNote } from '#console/ui/layout/conflict-note.tsx'
import { PageHead } from '#console/ui/layout/page-head.tsx'
import { Panel } from '#console/ui/layout/panel.tsx'
import { showToast } from '#console/ui/overlays/toast-store.ts'
import {
  changeMe,
  changeMyPassword,
  getMe,
  listMyPasskeys,
  listMySessions,
  type Me,
} from '#features/staff/me.staff.contract.ts'
import { companyAccountLink } from '#features/staff/staff-links.ts'
import { minStaffPasswordLength } from '#features/staff/staff-password.rules.ts'
import { SingleKeysPanel } from '../keys/single-keys-panel.tsx'
import own from './profile-page.module.css'
import { SecondStepPanel } from './second-step-panel.tsx'
import { SessionsPanel } from './sessions-panel.tsx'

const shownSessions = 50

export async function loadProfile({ context: { load } }: { context: ConsoleContext }) {
  const [{ data: me, etag }, { data: passkeys }, { data: sessions }] = await Promise.all([
    load(getMe, {}),
    load(listMyPasskeys, {}),
    load(listMySessions, { limit: shownSessions }),
  ])
  return { me, etag: etag ?? '', passkeys: passkeys.data, sessions: sessions.data }
}

export function ProfilePage() {
  const { me, etag, passkeys, sessions } = usePageData<typeof loadProfile>(profileLink)
  const updateFrame = useUpdateFrame()
  return (
    <main>
      <PageHead
        title="Your profile"
        beside={
          <span>
            {me.role?.name} · <bdi dir="ltr">{me.email}</bdi>
          </span>
        }
      />
      <div className={own.body}>
        <div className={styles.column}>
          <NamePanel me={me} etag={etag} />
          <PasswordPanel email={me.email ?? ''} />
          <ConsolePanel me={me} />
        </div>
        <div className={styles.column}>
          {me.company_account !== 'off' && <CompanyAccountPanel isLinked={me.company_account === 'linked'} />}
          <SecondStepPanel secondStep={me.second_step} passkeys={passkeys} />
          {me.single_keys && <SingleKeysPanel me={me} updateFrame={updateFrame} />}
          <SessionsPanel sessions={sessions} />
        </div>
      </div>
    </main>
  )
}

/** Returns a function that updates the member's data in the frame around the page. */
function useUpdateFrame() {
  const router = useRouter()
  return (me: Me) => {
    const context = router.options.context as unknown as ConsoleContext
    router.update({ context: { ...context, me } as never })
  }
}

function NamePanel({ me, etag }: { me: Me; etag: string }) {
  const { call } = useConsole()
  const updateFrame = useUpdateFrame()
  const form = useForm({ initial: { name: me.name }, about: `me/${me.id}` })
  async function save() {
    const isSaved = await form.save(async (changed) => {
      const { data } = await call(changeMe, changed, { ifMatch: etag })
      updateFrame(data)
    })
    if (isSaved) showToast('Name saved')
  }
  return (
    <Panel title="Name">
      <form
        ref={form.ref}
        className={styles.column}
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <ConflictNote conflict={form.conflict} />
        <Refusal problem={form.problem} />
        <TextField
          label="Your name"
          hint="Shown beside all your actions"
          maxLength={100}
          autoComplete="name"
          {...form.field('name')}
        />
        <div>
          <Button type="submit" isBusy={form.isBusy} disabled={!form.isChanged}>
            Save name
          </Button>
        </div>
      </form>
    </Panel>
  )
}

const empty = { old_password: '', password: '' }

function PasswordPanel({ email }: { email: string }) {
  const { call } = useConsole()
  const form = useForm({ initial: empty })
  async function save() {
    const isSaved = await form.save(() => call(changeMyPassword, form.values))
    if (!isSaved) return
    form.discard()
    showToast('Password changed. You are signed out everywhere else.')
  }
  return (
    <Panel title="Password">
      <form
        ref={form.ref}
        className={styles.column}
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <Refusal problem={form.problem} />
        <input type="hidden" autoComplete="username" value={email} readOnly />
        <TextField
          label="Current password"
          type="password"
          autoComplete="current-password"
          {...form.field('old_password')}
        />
        <TextField
          label="New password"
          hint={`At least ${minStaffPasswordLength} characters. Common passwords are refused.`}
          type="password"
          autoComplete="new-password"
          {...form.field('password')}
        />
        <div>
          <Button
            type="submit"
            isBusy={form.isBusy}
            disabled={form.values.old_password === '' || form.values.password === ''}
          >
            Change password
          </Button>
        </div>
        <p className={styles.hint}>You are signed out everywhere else, and get an email about the change.</p>
      </form>
    </Panel>
  )
}

function CompanyAccountPanel({ isLinked }: { isLinked: boolean }) {
  return (
    <Panel title="Company account">
      <div className={styles.column}>
        <Note>
          {isLinked
            ? 'An account at your company signs you in without a password.'
            : 'Link an account at your company to sign in without a password.'}
        </Note>
        <div>
          <a href={companyAccountLink} className={buttonClass()}>
            {isLinked ? 'Manage company account' : 'Link company account'}
          </a>
        </div>
      </div>
    </Panel>
  )
}

function ConsolePanel({ me }: { me: Me }) {
  const { call } = useConsole()
  const updateFrame = useUpdateFrame()
  const { run, busy, problem } = useCommand()
  async function set(change: { single_keys?: boolean; compact_rows?: boolean }, said: string) {
    const before = { single_keys: me.single_keys, compact_rows: me.compact_rows }
    const isDone = await run(said, async () => {
      const { data } = await call(changeMe, change, { ifMatch: '*' })
      updateFrame(data)
    })
    if (isDone) showToast(said, { action: { label: 'Undo', run: () => set(before, 'Previous setting restored') } })
  }
  return (
    <Panel title="Console preferences">
      <div className={styles.column}>
        <Refusal problem={problem} />
        <Switch
          label="Single-key shortcuts"
          isOn={me.single_keys}
          isBusy={busy !== null}
          onChange={(isOn) =>
            set({ single_keys: isOn }, isOn ? 'Single-key shortcuts are on' : 'Single-key shortcuts are off')
          }
        />
        <Note>
          Single keys such as J, K and S run commands. Enter, the arrow keys and shortcuts with Ctrl work even if this
          is off.
        </Note>
        <Switch
          label="Compact lists"
          isOn={me.compact_rows}
          isBusy={busy !== null}
          onChange={(isOn) => set({ compact_rows: isOn }, isOn ? 'Lists are compact' : 'Lists are spacious')}
        />
      </div>
    </Panel>
  )
}
