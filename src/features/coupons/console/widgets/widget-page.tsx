import { Copy, Pause, Play } from 'lucide-react'
import { loadAll } from '#console/data/load-all.ts'
import { useCommand } from '#console/data/use-command.ts'
import { usePageData } from '#console/data/use-page-data.ts'
import { FormBar, FormNotes, useEdit } from '#console/form/form-frame.tsx'
import { useDraftForm } from '#console/form/use-draft-form.ts'
import { type ConsoleContext, useConsole, useMe } from '#console/shell/console-context.ts'
import { ConsoleLink } from '#console/shell/console-link.tsx'
import { newWidgetLink, widgetsLink } from '#console/shell/console-links.ts'
import { Button, buttonClass } from '#console/ui/buttons/button.tsx'
import { Note } from '#console/ui/content/note.tsx'
import { Status } from '#console/ui/content/status.tsx'
import { FormFrame } from '#console/ui/layout/form-page.tsx'
import { PageHead } from '#console/ui/layout/page-head.tsx'
import { showToast } from '#console/ui/overlays/toast-store.ts'
import { allowsScope } from '#contract/calls/scopes.ts'
import { listStaffAdverts } from '#features/adverts/adverts.staff.contract.ts'
import { editWidget, getStaffWidget, pauseWidget, publishWidget } from '#features/coupons/widgets.staff.contract.ts'
import { loadCoupons } from './load-coupons.ts'
import { formatWidgetName, stateBadges } from './widget-badges.ts'
import { WidgetBuilder } from './widget-builder.tsx'
import { draftOf, fieldNames } from './widget-draft.ts'
import { WidgetPlacements } from './widget-placements.tsx'
import type { WidgetDraft } from './widget-preview.rules.ts'

type LoaderInput = { context: ConsoleContext; params: { id: string } }

export async function loadWidget({ context: { load }, params }: LoaderInput) {
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
  // The key resets the form when another widget is opened.
  return <WidgetForm key={loaded.widget.id} {...loaded} />
}

function WidgetForm({ widget, etag, coupons, places }: Loaded) {
  const { call } = useConsole()
  const mayWrite = allowsScope(useMe().scopes, 'marketing:write')
  const id = String(widget.id)
  const name = formatWidgetName(widget)
  const form = useDraftForm<WidgetDraft>(`widgets/${id}`, { initial: draftOf(widget), about: `widgets/${id}` })
  const edit = useEdit(form, {
    names: fieldNames,
    saved: `${name} is saved`,
    send: (changed) => call(editWidget, { id, ...changed }, { ifMatch: etag }),
  })
  const publishing = usePublishing(id, name)
  /** Publishes the widget. Unsaved changes are saved first, so publishing takes one step. */
  async function publish() {
    if (!form.isChanged || (await edit.save())) await publishing.publish()
  }
  const hasNoPlace = widget.status === 'live' && !places.some(({ status }) => status === 'running')
  const isEmpty = form.values.coupons.length === 0
  return (
    <FormFrame
      head={
        <PageHead title={name} crumb={<ConsoleLink href={widgetsLink}>Widgets</ConsoleLink>}>
          <Status badge={stateBadges[widget.status]} />
          {mayWrite && <WidgetActions {...{ widget, isEmpty }} {...publishing} publish={publish} />}
        </PageHead>
      }
      foot={<FormBar {...edit} />}
    >
      <WidgetBuilder
        form={form}
        coupons={coupons}
        isFixed={!mayWrite}
        notes={
          <>
            <FormNotes {...edit} problem={edit.problem ?? publishing.problem} />
            {hasNoPlace && (
              <Note tone="warning">This widget is published, but it has no placement. Add one below.</Note>
            )}
          </>
        }
        places={<WidgetPlacements widgetId={widget.id} places={places} mayWrite={mayWrite} />}
      />
    </FormFrame>
  )
}

/** Publishes or pauses a widget. The toast offers undo. */
function usePublishing(id: string, name: string) {
  const { call } = useConsole()
  const { run, busy, problem } = useCommand()
  async function publish() {
    const isDone = await run('publish', () => call(publishWidget, { id }))
    if (isDone) showToast(`${name} is published`, { action: { label: 'Undo', run: pause } })
  }
  async function pause() {
    const isDone = await run('pause', () => call(pauseWidget, { id }))
    if (isDone) showToast(`${name} is paused`)
  }
  return { publish, pause, busy, problem }
}

type ActionsProps = Pick<ReturnType<typeof usePublishing>, 'publish' | 'pause' | 'busy'> & {
  widget: Loaded['widget']
  /** True for a widget without coupons, which has nothing to show. */
  isEmpty: boolean
}

function WidgetActions({ widget, isEmpty, publish, pause, busy }: ActionsProps) {
  return (
    <>
      <ConsoleLink href={`${newWidgetLink}?from=${widget.id}`} className={buttonClass()}>
        <Copy size={16} strokeWidth={1.75} aria-hidden />
        Copy
      </ConsoleLink>
      {widget.possible.includes('pause') && (
        <Button icon={Pause} isBusy={busy === 'pause'} onClick={pause}>
          Pause
        </Button>
      )}
      {widget.possible.includes('publish') && (
        <Button
          tone="primary"
          icon={Play}
          isBusy={busy === 'publish'}
          disabled={isEmpty}
          title={isEmpty ? 'Add a coupon first' : undefined}
          onClick={publish}
        >
          Publish
        </Button>
      )}
    </>
  )
}
