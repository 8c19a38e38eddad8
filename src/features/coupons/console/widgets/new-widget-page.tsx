import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { usePageData } from '#console/data/use-page-data.ts'
import { useDraftForm } from '#console/form/use-draft-form.ts'
import { type ConsoleContext, useConsole } from '#console/shell/console-context.ts'
import { ConsoleLink } from '#console/shell/console-link.tsx'
import { newWidgetLink, staffWidgetLink, widgetsLink } from '#console/shell/console-links.ts'
import { Button, buttonClass } from '#console/ui/buttons/button.tsx'
import { Refusal } from '#console/ui/content/note.tsx'
import { FormFrame } from '#console/ui/layout/form-page.tsx'
import { PageHead } from '#console/ui/layout/page-head.tsx'
import { RestoredNote } from '#console/ui/layout/restored-note.tsx'
import { showToast } from '#console/ui/overlays/toast-store.ts'
import { createWidget, getStaffWidget } from '#features/coupons/widgets.staff.contract.ts'
import { loadCoupons } from './load-coupons.ts'
import { WidgetBuilder } from './widget-builder.tsx'
import { createEmptyDraft, draftOf } from './widget-draft.ts'
import type { WidgetDraft } from './widget-preview.rules.ts'

type LoaderInput = { context: ConsoleContext; deps: { from?: string } }

/** Loads an empty draft, or a copy of another widget. */
export async function loadNewWidget({ context: { load }, deps: { from } }: LoaderInput) {
  const today = `${new Date().toISOString().slice(0, 10)}T00:00:00Z`
  const other = from ? (await load(getStaffWidget, { id: from })).data : null
  // A copy starts today and has no end.
  const draft = other ? { ...draftOf(other), starts_at: today, ends_at: null } : createEmptyDraft(today)
  return {
    draft,
    name: from ? `widgets/copy-of-${from}` : 'widgets/new',
    coupons: await loadCoupons(load, draft.coupons),
  }
}

export function NewWidgetPage() {
  const { draft, name, coupons } = usePageData<typeof loadNewWidget>(newWidgetLink)
  const { call } = useConsole()
  const router = useRouter()
  const form = useDraftForm<WidgetDraft>(name, { initial: draft })
  const [isMade, setMade] = useState(false)
  async function create() {
    let id = 0
    const isSaved = await form.save(async () => {
      id = (await call(createWidget, form.values)).data.id
    })
    if (!isSaved) return
    form.forget()
    setMade(true)
    showToast('Widget created. It is not shown until it is published.')
    await router.navigate({ href: staffWidgetLink(id) })
  }
  return (
    <FormFrame
      head={
        <PageHead
          title={form.values.title || 'New widget'}
          crumb={<ConsoleLink href={widgetsLink}>Widgets</ConsoleLink>}
        >
          <ConsoleLink href={widgetsLink} className={buttonClass({ tone: 'quiet' })}>
            Cancel
          </ConsoleLink>
          <Button tone="primary" isBusy={form.isBusy || isMade} onClick={create}>
            Create widget
          </Button>
        </PageHead>
      }
    >
      <WidgetBuilder
        form={form}
        coupons={coupons}
        isFixed={false}
        notes={
          <>
            <Refusal problem={form.problem} />
            <RestoredNote form={form} />
          </>
        }
      />
    </FormFrame>
  )
}
