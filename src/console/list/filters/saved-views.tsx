import { X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useCommand } from '#console/data/use-command.ts'
import { useConsole, useMe } from '#console/shell/console-context.ts'
import { Button } from '#console/ui/buttons/button.tsx'
import { Refusal } from '#console/ui/content/note.tsx'
import { Check } from '#console/ui/fields/check.tsx'
import { TextField } from '#console/ui/fields/field.tsx'
import { showToast } from '#console/ui/overlays/toast-store.ts'
import { toQuery } from '#contract/calls/call.ts'
import { allowsScope } from '#contract/calls/scopes.ts'
import { removeView, type StaffView, saveView, type viewPlaces } from '#features/staff/views.staff.contract.ts'
import { Popover } from './popover.tsx'
import styles from './saved-views.module.css'
import { SaveViewButton, type View, ViewTabs } from './view-tabs.tsx'

type Place = (typeof viewPlaces)[number]
type Search = Record<string, string | undefined>

type Props = {
  place: Place
  label: string
  path: string
  search: Search
  builtIn: View[]
  saved: StaffView[]
}

/** Renders the tabs of a list: built-in views, then saved views. A list that matches no view can be saved. */
export function SavedViews({ place, label, path, search, builtIn, saved }: Props) {
  const { at: _at, peek: _peek, look: _look, ...kept } = search
  const here = path + toQuery(kept)
  const own: View[] = saved.map((view) => ({ name: view.name, href: path + (view.search && `?${view.search}`) }))
  const views = [...builtIn, ...own]
  const isKnown = views.some(({ href }) => href === here)
  const current = saved.find((view) => path + (view.search && `?${view.search}`) === here)
  return (
    <ViewTabs
      label={label}
      views={views}
      current={isKnown ? here : null}
      save={
        isKnown ? (
          current && <RemoveView view={current} />
        ) : (
          <Popover label="Save view" button={(opens) => <SaveViewButton {...opens} />}>
            {(close) => <SaveForm place={place} search={toQuery(kept).slice(1)} close={close} />}
          </Popover>
        )
      }
    />
  )
}

function SaveForm({ place, search, close }: { place: Place; search: string; close: () => void }) {
  const { call } = useConsole()
  const me = useMe()
  const [name, setName] = useState('')
  const [isShared, setShared] = useState(false)
  const { run, busy, problem } = useCommand()
  async function save(event: FormEvent) {
    event.preventDefault()
    if (name.trim() === '') return
    if (!(await run('save', () => call(saveView, { place, name, search, is_shared: isShared })))) return
    close()
    showToast(`View ${name.trim()} saved`)
  }
  return (
    <form className={styles.form} onSubmit={save}>
      <TextField label="Name" value={name} onChange={setName} maxLength={40} autoComplete="off" />
      {allowsScope(me.scopes, 'settings:write') && (
        <Check label="Visible to all staff" isChecked={isShared} onChange={setShared} />
      )}
      <Refusal problem={problem} />
      <Button type="submit" tone="primary" isBusy={busy === 'save'} disabled={name.trim() === ''}>
        Save view
      </Button>
    </form>
  )
}

/** Renders the command that removes a view immediately. The toast offers undo. */
function RemoveView({ view }: { view: StaffView }) {
  const { call } = useConsole()
  const me = useMe()
  const { run, busy } = useCommand()
  if (!view.is_mine && !allowsScope(me.scopes, 'settings:write')) return null
  const { place, name, search, is_shared } = view
  const bringBack = () => run('back', () => call(saveView, { place, name, search, is_shared }))
  async function remove() {
    if (!(await run('remove', () => call(removeView, { id: view.id })))) return
    showToast(`View ${name} removed`, { action: { label: 'Undo', run: bringBack } })
  }
  return (
    <Button
      tone="quiet"
      size="small"
      icon={X}
      className={styles.remove}
      aria-label={`Remove the view ${name}`}
      title={`Remove the view ${name}`}
      isBusy={busy !== null}
      onClick={remove}
    />
  )
}
