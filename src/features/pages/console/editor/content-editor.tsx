import { useRouter } from '@tanstack/react-router'
import { Ellipsis, History, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useCommand } from '#console/data/use-command.ts'
import type { useForm } from '#console/form/use-form.ts'
import { useKeptForm } from '#console/form/use-kept-form.ts'
import styles from '#console/settings/settings.module.css'
import { SettingsPage } from '#console/settings/settings-page.tsx'
import { useMe } from '#console/shell/console-context.ts'
import { ConsoleLink } from '#console/shell/console-link.tsx'
import { Button } from '#console/ui/button.tsx'
import { ConflictNote } from '#console/ui/conflict-note.tsx'
import { Dialog } from '#console/ui/dialog.tsx'
import { SelectField, TextField } from '#console/ui/field.tsx'
import { Menu } from '#console/ui/menu.tsx'
import { Moment } from '#console/ui/moment.tsx'
import { Note, Refusal } from '#console/ui/note.tsx'
import { UnsavedGuard } from '#console/ui/save-bar.tsx'
import { showToast } from '#console/ui/toast-store.ts'
import { allowsScope } from '#contract/calls/scopes.ts'
import type { WrittenLanguage } from '#features/pages/texts.staff.contract.ts'
import { type Content, editorLink, type Words } from '../list/content.ts'
import { TextEditor } from './text-editor.tsx'
import { VersionsDialog } from './versions-dialog.tsx'

type Form<V extends Record<string, unknown>> = ReturnType<typeof useForm<V>>

type Props<V extends Words & Record<string, unknown>> = {
  content: Content
  /** Null is a new one. */
  id: number | null
  /** What keeps the unsaved words of a new one apart from those of another new one. */
  draft?: string | undefined
  /** Its title in the shop's first language. */
  ownTitle: string
  /** Where shoppers find it. */
  address: string | null
  languages: WrittenLanguage[]
  language: WrittenLanguage
  initial: V
  /** Publishes what differs; answers the id of a new one. */
  send: (changed: Partial<V>, values: V) => Promise<unknown>
  removal: { name: string; says: string; run: () => Promise<unknown>; next: string } | null
  /** Fields that only its own language has. */
  children?: (form: Form<V>) => ReactNode
}

/** One text of a page or a post: its words beside how they read, its languages, and what was published before. */
export function ContentEditor<V extends Words & Record<string, unknown>>(props: Props<V>) {
  const { content, id, draft = 'new', ownTitle, address, languages, language, initial, send, removal, children } = props
  const router = useRouter()
  const mayWrite = allowsScope(useMe().scopes, 'content:write')
  const about = `${content.name}s/${id ?? draft}`
  const form = useKeptForm<V>(`${about}/${language.language}`, { initial, ...(id !== null && { about }) })
  const [opened, setOpened] = useState<'versions' | 'remove' | null>(null)
  const publish = async () => {
    if (!(await form.save((changed) => send(changed, form.values)))) return
    form.forget()
    showToast(`${content.name === 'page' ? 'Page' : 'Post'} published`)
  }
  const isReady = mayWrite && form.isChanged
  return (
    <SettingsPage
      title={id === null ? `New ${content.name}` : ownTitle}
      crumb={<ConsoleLink href={content.href}>{content.list}</ConsoleLink>}
      about={<About address={address} language={language} isNew={id === null} />}
      actions={
        <>
          {id !== null && (
            <SelectField
              label="Language"
              isLabelHidden
              disabled={form.isChanged}
              title={form.isChanged ? 'Publish or discard what you changed first' : undefined}
              options={languages.toSorted(byWritten).map((one) => ({
                value: one.language,
                name: one.is_written ? one.english_name : `${one.english_name} (not written)`,
              }))}
              value={language.language}
              onChange={(code) => router.navigate({ href: editorLink(content, id, code), replace: true })}
            />
          )}
          {id !== null && (
            <Button icon={History} onClick={() => setOpened('versions')}>
              Versions
            </Button>
          )}
          {mayWrite && removal && (
            <Menu
              label="More"
              isLabelHidden
              icon={Ellipsis}
              items={[{ name: removal.name, icon: Trash2, isDanger: true, run: () => setOpened('remove') }]}
            />
          )}
          {isReady && id !== null && <Button onClick={form.discard}>Discard</Button>}
          {mayWrite && (
            <Button tone="primary" hint="Ctrl S" isBusy={form.isBusy} disabled={!form.isChanged} onClick={publish}>
              Publish
            </Button>
          )}
        </>
      }
      foot={<UnsavedGuard isKept changes={isReady && !form.isBusy ? ['the text'] : []} onSave={publish} />}
    >
      {form.isRestored && <Note>What you left behind here is not published yet.</Note>}
      <ConflictNote conflict={form.conflict} />
      <Refusal problem={form.problem} />
      <div className={styles.two}>
        <TextField
          label="Title"
          hint={
            content.name === 'page' &&
            language.is_own &&
            id !== null &&
            'The title is part of the page address. Links to the old address stop working.'
          }
          maxLength={200}
          readOnly={!mayWrite}
          lang={language.language}
          dir={language.direction}
          {...form.field('title')}
        />
        <TextField
          label={content.summary}
          hint={content.summaryHint}
          maxLength={500}
          readOnly={!mayWrite}
          lang={language.language}
          dir={language.direction}
          {...form.field('summary')}
        />
      </div>
      {children?.(form)}
      <TextEditor
        title={form.values.title}
        isReadOnly={!mayWrite}
        lang={language.language}
        dir={language.direction}
        {...form.field('body')}
      />
      {opened === 'versions' && id !== null && (
        <VersionsDialog
          calls={content.calls}
          id={id}
          language={{ code: language.language, dir: language.direction }}
          putBack={
            mayWrite && !form.isChanged
              ? async (words) => {
                  const isDone = await form.save(() => send(words as Partial<V>, { ...form.values, ...words }))
                  if (isDone) showToast('The version is back')
                  return isDone
                }
              : null
          }
          onClose={() => setOpened(null)}
        />
      )}
      {opened === 'remove' && removal && <RemoveDialog {...removal} onClose={() => setOpened(null)} />}
    </SettingsPage>
  )
}

/** A shop may have a hundred: those with a text come first. */
const byWritten = (a: WrittenLanguage, b: WrittenLanguage) => Number(b.is_written) - Number(a.is_written)

function About({ address, language, isNew }: { address: string | null; language: WrittenLanguage; isNew: boolean }) {
  const { published_at: at, published_by: by, is_written, english_name } = language
  if (isNew) return 'Shoppers see it as soon as it is published.'
  return (
    <>
      {address && (
        <a className={styles.link} href={address} target="_blank" rel="noopener">
          <bdi dir="ltr">{decodeURIComponent(address)}</bdi>
        </a>
      )}
      {!is_written && ` · not written in ${english_name} yet: shoppers read the text in the shop’s first language`}
      {at && (
        <>
          {' · published '}
          <Moment at={at} />
          {by && ` by ${by}`}
        </>
      )}
    </>
  )
}

type RemoveProps = { name: string; says: string; run: () => Promise<unknown>; next: string; onClose: () => void }

function RemoveDialog({ name, says, run, next, onClose }: RemoveProps) {
  const router = useRouter()
  const command = useCommand()
  async function remove() {
    let isGone = false
    const work = async () => {
      await run()
      isGone = true
      // What is gone cannot be read anew.
      await router.navigate({ href: next, replace: true })
    }
    await command.run('remove', work)
    if (isGone) onClose()
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`${name}?`}
      onSubmit={remove}
      footer={(close) => (
        <>
          <Button size="large" onClick={close}>
            Keep it
          </Button>
          <Button size="large" tone="danger" type="submit" isBusy={command.busy !== null}>
            {name}
          </Button>
        </>
      )}
    >
      <Refusal problem={command.problem} />
      <p>{says}</p>
    </Dialog>
  )
}
