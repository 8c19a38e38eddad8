import { useRouter } from '@tanstack/react-router'
import { Ellipsis, History, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useCommand } from '#console/data/use-command.ts'
import { pick } from '#console/form/form.rules.ts'
import { useDraftForm } from '#console/form/use-draft-form.ts'
import type { Form } from '#console/form/use-form.ts'
import styles from '#console/settings/settings.module.css'
import { SettingsPage } from '#console/settings/settings-page.tsx'
import { useMe } from '#console/shell/console-context.ts'
import { ConsoleLink } from '#console/shell/console-link.tsx'
import { Button } from '#console/ui/buttons/button.tsx'
import { Menu } from '#console/ui/buttons/menu.tsx'
import { Note, Refusal } from '#console/ui/content/note.tsx'
import { SelectField, TextField } from '#console/ui/fields/field.tsx'
import { Moment } from '#console/ui/format/moment.tsx'
import { ConflictNote } from '#console/ui/layout/conflict-note.tsx'
import { UnsavedGuard } from '#console/ui/layout/save-bar.tsx'
import { Dialog } from '#console/ui/overlays/dialog.tsx'
import { showToast } from '#console/ui/overlays/toast-store.ts'
import { allowsScope } from '#contract/calls/scopes.ts'
import type { WrittenLanguage } from '#features/pages/texts.staff.contract.ts'
import { type Content, editorLink, type Words } from '../list/content.ts'
import { TextEditor } from './text-editor.tsx'
import { VersionsDialog } from './versions-dialog.tsx'

type Props<V extends Words & Record<string, unknown>> = {
  content: Content
  /** The id, or null for a new text. */
  id: number | null
  /** A key that keeps the unsaved drafts of several new texts apart. */
  draft?: string | undefined
  /** The title in the shop's first language. */
  ownTitle: string
  /** The address of the text in the shop. */
  address: string | null
  languages: WrittenLanguage[]
  language: WrittenLanguage
  initial: V
  /** Publishes the changed fields. Returns the id of a new text. */
  send: (changed: Partial<V>, values: V) => Promise<unknown>
  removal: { name: string; says: string; run: () => Promise<unknown>; next: string } | null
  /** Fields that exist in the shop's first language only. */
  children?: (form: Form<V>) => ReactNode
}

/** Renders the editor of a page or post: the text next to its preview, its languages, and its earlier versions. */
export function ContentEditor<V extends Words & Record<string, unknown>>(props: Props<V>) {
  const { content, id, ownTitle, address, languages, language, removal, children } = props
  const mayWrite = allowsScope(useMe().scopes, 'content:write')
  const { form, publish, restoreVersion } = usePublishing(props)
  const [opened, setOpened] = useState<Opened | null>(null)
  const isReady = mayWrite && form.isChanged
  const words = { readOnly: !mayWrite, lang: language.language, dir: language.direction }
  return (
    <SettingsPage
      title={id === null ? `New ${content.name}` : ownTitle}
      crumb={<ConsoleLink href={content.href}>{content.list}</ConsoleLink>}
      about={<About address={address} language={language} isNew={id === null} />}
      actions={
        <Actions {...{ content, id, languages, language, removal, form, publish, mayWrite }} onOpen={setOpened} />
      }
      foot={<UnsavedGuard isKept changes={isReady && !form.isBusy ? ['the text'] : []} onSave={publish} />}
    >
      {form.isRestored && <Note>Your unpublished changes were restored.</Note>}
      <ConflictNote conflict={form.conflict} />
      <Refusal problem={form.problem} />
      <div className={styles.two}>
        <TextField
          label="Title"
          hint={content.name === 'page' && language.is_own && id !== null && titleHint}
          maxLength={200}
          {...words}
          {...form.field('title')}
        />
        <TextField
          label={content.summary}
          hint={content.summaryHint}
          maxLength={500}
          {...words}
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
          restoreVersion={mayWrite && !form.isChanged ? restoreVersion : null}
          onClose={() => setOpened(null)}
        />
      )}
      {opened === 'remove' && removal && <RemoveDialog {...removal} onClose={() => setOpened(null)} />}
    </SettingsPage>
  )
}

type Opened = 'versions' | 'remove'

const titleHint = 'The title is part of the page address. Links to the old address stop working.'

/** Returns the form with the functions that publish its text and restore an earlier version. */
function usePublishing<V extends Words & Record<string, unknown>>(props: Props<V>) {
  const { content, id, draft = 'new', language, initial, send } = props
  const about = `${content.name}s/${id ?? draft}`
  const form = useDraftForm<V>(`${about}/${language.language}`, { initial, ...(id !== null && { about }) })
  async function publish() {
    if (!(await form.save((changed) => send(changed, form.values)))) return
    form.forget()
    showToast(`${content.name === 'page' ? 'Page' : 'Post'} published`)
  }
  async function restoreVersion(words: Words) {
    const values = { ...form.values, ...words }
    const isDone = await form.save(() => send(pick(values, ['title', 'summary', 'body']), values))
    if (isDone) showToast('Version restored')
    return isDone
  }
  return { form, publish, restoreVersion }
}

type ActionsProps = Pick<Props<Words>, 'content' | 'id' | 'languages' | 'language' | 'removal'> & {
  form: { isChanged: boolean; isBusy: boolean; discard: () => void }
  publish: () => unknown
  mayWrite: boolean
  onOpen: (dialog: Opened) => void
}

function Actions({ content, id, languages, language, removal, form, publish, mayWrite, onOpen }: ActionsProps) {
  const router = useRouter()
  return (
    <>
      {id !== null && (
        <SelectField
          label="Language"
          isLabelHidden
          disabled={form.isChanged}
          title={form.isChanged ? 'Publish or discard your changes first' : undefined}
          options={languages.toSorted(compareWritten).map((one) => ({
            value: one.language,
            name: one.is_written ? one.english_name : `${one.english_name} (no text yet)`,
          }))}
          value={language.language}
          onChange={(code) => router.navigate({ href: editorLink(content, id, code), replace: true })}
        />
      )}
      {id !== null && (
        <Button icon={History} onClick={() => onOpen('versions')}>
          Versions
        </Button>
      )}
      {mayWrite && removal && (
        <Menu
          label="More"
          isLabelHidden
          icon={Ellipsis}
          items={[{ name: removal.name, icon: Trash2, isDanger: true, run: () => onOpen('remove') }]}
        />
      )}
      {mayWrite && form.isChanged && id !== null && <Button onClick={form.discard}>Discard</Button>}
      {mayWrite && (
        <Button tone="primary" hint="Ctrl S" isBusy={form.isBusy} disabled={!form.isChanged} onClick={publish}>
          Publish
        </Button>
      )}
    </>
  )
}

/** Sorts languages with a text before languages without a text, because a shop may have a hundred languages. */
const compareWritten = (a: WrittenLanguage, b: WrittenLanguage) => Number(b.is_written) - Number(a.is_written)

function About({ address, language, isNew }: { address: string | null; language: WrittenLanguage; isNew: boolean }) {
  const { published_at: at, published_by: by, is_written, english_name } = language
  if (isNew) return 'Shoppers see the text as soon as you publish it.'
  return (
    <>
      {address && (
        <a className={styles.link} href={address} target="_blank" rel="noopener">
          <bdi dir="ltr">{decodeURIComponent(address)}</bdi>
        </a>
      )}
      {!is_written && ` · no ${english_name} text yet, so shoppers see the text in the shop’s first language`}
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
      // A removed text cannot be reloaded.
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
