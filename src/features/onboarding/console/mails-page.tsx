import { useRouter } from '@tanstack/react-router'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { loadAll } from '#console/data/load-all.ts'
import { useCommand } from '#console/data/use-command.ts'
import { usePageData, usePageSearch } from '#console/data/use-page-data.ts'
import settings from '#console/settings/settings.module.css'
import { settingsLinks } from '#console/settings/settings-menu.ts'
import { SettingsPage } from '#console/settings/settings-page.tsx'
import { type ConsoleContext, useConsole, useMe } from '#console/shell/console-context.ts'
import { ConsoleLink } from '#console/shell/console-link.tsx'
import { Button } from '#console/ui/buttons/button.tsx'
import { Segmented } from '#console/ui/buttons/segmented.tsx'
import { Note, Refusal } from '#console/ui/content/note.tsx'
import { SelectField } from '#console/ui/fields/field.tsx'
import { Panel } from '#console/ui/layout/panel.tsx'
import { showToast } from '#console/ui/overlays/toast-store.ts'
import { toQuery } from '#contract/calls/call.ts'
import { allowsScope } from '#contract/calls/scopes.ts'
import type { StaffOutput } from '#contract/calls/staff-call.ts'
import { listStaffLanguages } from '#features/settings/settings.staff.contract.ts'
import { getLetter, listLetters, type StaffLetter, testLetter } from '../mails.staff.contract.ts'
import styles from './mails-page.module.css'

type Search = { kind?: string; language?: string }

export async function loadMails({ context: { load }, deps }: { context: ConsoleContext; deps: Search }) {
  const [{ data: all }, languages] = await Promise.all([load(listLetters, {}), loadAll(load, listStaffLanguages, {})])
  const kind = all.letters.find((one) => one.kind === deps.kind)?.kind ?? all.letters[0]?.kind ?? ''
  const language = languages.find(({ code }) => code === deps.language)?.code ?? 'en'
  const { data: letter } = await load(getLetter, { kind, language })
  return { ...all, languages: languages.toSorted((a, b) => a.sort - b.sort), letter, language }
}

const linkTo = (search: Search) => settingsLinks.letters + toQuery(search)

/** Renders every mail to shoppers, as shoppers receive the mail. */
export function MailsPage() {
  const { letters, letter, sends_mail } = usePageData<typeof loadMails>(settingsLinks.letters)
  return (
    <SettingsPage
      title="Emails"
      about="Shoppers get these emails in the language that they use in the shop. The previews show sample data."
    >
      {!sends_mail && (
        <Note tone="warning">
          Emails are not sent, only saved to a folder on the server. Set SMTP_URL, and MAIL_FROM for the sender.
        </Note>
      )}
      <div className={styles.columns}>
        <MailList letters={letters} current={letter.kind} />
        <Preview key={letter.kind} />
      </div>
    </SettingsPage>
  )
}

function MailList({ letters, current }: { letters: StaffLetter[]; current: string }) {
  const { language } = usePageSearch<Search>(settingsLinks.letters)
  return (
    <Panel title={`${letters.length} emails`} isFlush>
      <ul className={styles.list}>
        {letters.map(({ kind, name, when, group }, at) => (
          <li key={kind}>
            {group !== letters[at - 1]?.group && <p className={styles.group}>{group}</p>}
            <ConsoleLink
              href={linkTo({ kind, ...(language && { language }) })}
              className={styles.letter}
              aria-current={kind === current ? 'true' : undefined}
            >
              <span className={settings.strong}>{name}</span>
              <span className={settings.third}>{when}</span>
            </ConsoleLink>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

type ShownMail = StaffOutput<typeof getLetter>

function Preview() {
  const { letter, language, languages } = usePageData<typeof loadMails>(settingsLinks.letters)
  const router = useRouter()
  const test = useTestMail()
  const [way, setWay] = useState<'html' | 'text'>('html')
  const { kind } = letter
  return (
    <Panel title={letter.name} actions={test.button}>
      <div className={settings.column}>
        <Refusal problem={test.problem} />
        <div className={styles.choices}>
          <SelectField
            label="Language"
            value={language}
            options={languages.map(({ code, english_name }) => ({ value: code, name: english_name }))}
            onChange={(code) =>
              router.navigate({ href: linkTo({ kind, language: code }), replace: true, resetScroll: false })
            }
          />
          <Segmented
            label="View"
            parts={[
              { value: 'html', name: 'HTML' },
              { value: 'text', name: 'Plain text' },
            ]}
            value={way}
            onChange={setWay}
          />
        </div>
        {letter.language !== language && (
          <Note>Emails are not translated into this language. Shoppers get this email in English.</Note>
        )}
        <p className={styles.subject}>
          <span className={settings.third}>Subject</span>{' '}
          <bdi lang={letter.language} dir={letter.direction}>
            {letter.subject}
          </bdi>
        </p>
        <MailBody letter={letter} way={way} />
        <TextSourceNote />
      </div>
    </Panel>
  )
}

/**
 * Renders the button that sends the displayed mail to the staff member. Members without the right to send test mails
 * see no button.
 */
function useTestMail() {
  const { letter, language, test_to } = usePageData<typeof loadMails>(settingsLinks.letters)
  const { call } = useConsole()
  const { run, busy, problem } = useCommand()
  const mayWrite = allowsScope(useMe().scopes, 'settings:write')
  async function send() {
    const isSent = await run('test', () => call(testLetter, { kind: letter.kind, language }))
    if (isSent) showToast(`Test email sent to ${test_to}`)
  }
  const button = mayWrite && test_to && (
    <Button tone="quiet" size="small" icon={Send} isBusy={busy === 'test'} onClick={send}>
      Send me a test email
    </Button>
  )
  return { button, problem }
}

function TextSourceNote() {
  return (
    <p className={settings.hint}>
      The texts are built in and cannot be edited. The shop name and the return address come from{' '}
      <ConsoleLink href={settingsLinks.shop} className={settings.link}>
        Store details
      </ConsoleLink>
      , and texts written by staff come from{' '}
      <ConsoleLink href={settingsLinks.templates} className={settings.link}>
        Answer templates
      </ConsoleLink>
      .
    </p>
  )
}

/** Renders a mail in a sandboxed frame, because an HTML mail is a separate document. */
function MailBody({ letter, way }: { letter: ShownMail; way: 'html' | 'text' }) {
  if (way === 'html') {
    return <iframe className={styles.frame} title={`Email ‘${letter.subject}’`} sandbox="" srcDoc={letter.html} />
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard.
    <pre className={styles.text} lang={letter.language} dir={letter.direction} tabIndex={0}>
      {letter.text}
    </pre>
  )
}
