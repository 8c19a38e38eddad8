import { Copy, Pause, Play } from 'lucide-react'
import { loadAll } from '#console/data/load-all.ts'
import { useCommand } from '#console/data/use-command.ts'
import { usePageData } from '#console/data/use-page-data.ts'
import { useKeptForm } from '#console/form/use-kept-form.ts'
import { type ConsoleContext, useConsole, useMe } from '#console/shell/console-context.ts'
import { ConsoleLink } from '#console/shell/console-link.tsx'
import { newWidgetLink, widgetsLink } from '#console/shell/console-links.ts'
import { Button, buttonClass } from '#console/ui/button.tsx'
import { ConflictNote } from '#console/ui/conflict-note.tsx'
import { FormFrame } from '#console/ui/form-page.tsx'
import { Note, Refusal } from '#console/ui/note.tsx'
import { PageHead } from '#console/ui/page-head.tsx'
import { RestoredNote } from '#console/ui/restored-note.tsx'
import { SaveBar } from '#console/ui/save-bar.tsx'
import { Status } from '#console/ui/status.tsx'
import { showToast } from '#console/ui/toast-store.ts'
import { allowsScope } from '#contract/calls/scopes.ts'
import { listStaffAdverts } from '#features/adverts/adverts.staff.contract.ts'
import { editWidget, getStaffWidget, pauseWidget, publishWidget } from '#features/coupons/widgets.staff.contract.ts'
import { loadCoupons } from './load-coupons.ts'
import { WidgetBuilder } from './widget-builder.tsx'
import { draftOf, fieldNames } from './widget-draft.ts'
import { nameWidget, stateLooks } from './widget-looks.ts'
import { WidgetPlaces } from './widget-places.tsx'
import type { WidgetDraft } from './widget-preview.rules.ts'

type Asked = { context: ConsoleContext; params: { id: string } }

export async function loadWidget({ context: { load }, params }: Asked) {
  const [{ data: widget, etag }, adverts] = await Promise.all([
    load(getStaffWidget, params),
    loadAll(load, listStaffAdverts, {}),
  ])
  return {
    widget,
    etag: etag ?? '',
    coupons: await loadCoupons(load, widget.coupons),
    places: adverts.filter(({ kind, widget_id }) => kind === 'widget' && widget_id === widget.id),
  }
}

type Loaded = Awaited<ReturnType<typeof loadWidget>>

export function WidgetPage() {
  const loaded = usePageData<typeof loadWidget>(`${widgetsLink}/$id`)
  // Another widget is another form.
  return <WidgetForm key={loaded.widget.id} {...loaded} />
}

function WidgetForm({ widget, etag, coupons, places }: Loaded) {
  const { call } = useConsole()
  const mayWrite = allowsScope(useMe().scopes, 'marketing:write')
  const id = String(widget.id)
  const form = useKeptForm<WidgetDraft>(`widgets/${id}`, { initial: draftOf(widget), about: `widgets/${id}` })
  const { run, busy, problem } = useCommand()
  const name = nameWidget(widget)
  async function save(): Promise<boolean> {
    const isSaved = await form.save((changed) => call(editWidget, { id, ...changed }, { ifMatch: etag }))
    if (isSaved) showToast(`${name} is saved`)
    return isSaved
  }
  /** What was typed goes out with it, so that publishing is one step. */
  async function publish() {
    if (form.isChanged && !(await save())) return
    const isDone = await run('publish', () => call(publishWidget, { id }))
    if (isDone) showToast(`${name} is published`, { action: { label: 'Undo', run: pause } })
  }
  async function pause() {
    const isDone = await run('pause', () => call(pauseWidget, { id }))
    if (isDone) showToast(`${name} is paused`)
  }
  const isNowhere = widget.status === 'live' && !places.some(({ status }) => status === 'running')
  return (
    <FormFrame
      head={
        <PageHead title={name} crumb={<ConsoleLink href={widgetsLink}>Widgets</ConsoleLink>}>
          <Status look={stateLooks[widget.status]} />
          {mayWrite && (
            <ConsoleLink href={`${newWidgetLink}?from=${id}`} className={buttonClass()}>
              <Copy size={16} strokeWidth={1.75} aria-hidden />
              Copy
            </ConsoleLink>
          )}
          {mayWrite && widget.possible.includes('pause') && (
            <Button icon={Pause} isBusy={busy === 'pause'} onClick={pause}>
              Pause
            </Button>
          )}
          {mayWrite && widget.possible.includes('publish') && (
            <Button
              tone="primary"
              icon={Play}
              isBusy={busy === 'publish'}
              disabled={form.values.coupons.length === 0}
              title={form.values.coupons.length === 0 ? 'Add a coupon first' : undefined}
              onClick={publish}
            >
              Publish
            </Button>
          )}
        </PageHead>
      }
      foot={
        <SaveBar
          changes={form.changed.map((field) => fieldNames[field])}
          isBusy={form.isBusy}
          onSave={save}
          onDiscard={form.discard}
          isKept
        />
      }
    >
      <WidgetBuilder
        form={form}
        coupons={coupons}
        isFixed={!mayWrite}
        notes={
          <>
            <ConflictNote conflict={form.conflict} names={fieldNames} />
            <RestoredNote form={form} />
            <Refusal problem={form.problem ?? problem} />
            {isNowhere && (
              <Note tone="warning">It is live, but no running advert gives it a place. Add one below.</Note>
            )}
          </>
        }
        places={<WidgetPlaces widgetId={widget.id} places={places} mayWrite={mayWrite} />}
      />
    </FormFrame>
  )
}
