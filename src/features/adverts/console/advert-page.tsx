import { useRouter } from '@tanstack/react-router'
import { Pause, Play, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { loadAll } from '#console/data/load-all.ts'
import { useCommand } from '#console/data/use-command.ts'
import { usePageData } from '#console/data/use-page-data.ts'
import { useStaffLive } from '#console/data/use-staff-live.ts'
import { ConfirmDialog } from '#console/form/confirm-dialog.tsx'
import { FormBar, FormNotes, useEdit } from '#console/form/form-frame.tsx'
import { useForm } from '#console/form/use-form.ts'
import { formatCappedCount } from '#console/list/filters/view-tabs.tsx'
import { type ConsoleContext, useConsole, useMe } from '#console/shell/console-context.ts'
import { ConsoleLink } from '#console/shell/console-link.tsx'
import { advertsLink } from '#console/shell/console-links.ts'
import { Button } from '#console/ui/buttons/button.tsx'
import { Sparkline } from '#console/ui/content/sparkline.tsx'
import { Status } from '#console/ui/content/status.tsx'
import { FormPage } from '#console/ui/layout/form-page.tsx'
import { PageHead } from '#console/ui/layout/page-head.tsx'
import { Panel } from '#console/ui/layout/panel.tsx'
import { showToast } from '#console/ui/overlays/toast-store.ts'
import { allowsScope } from '#contract/calls/scopes.ts'
import { listStaffWidgets } from '#features/coupons/widgets.staff.contract.ts'
import { deleteAdvert, editAdvert, getAdvertFigures, getStaffAdvert } from '../adverts.staff.contract.ts'
import { advertBadges, formatAdvertName } from './advert-badges.ts'
import { AdvertFields } from './advert-fields.tsx'
import { type AdvertValues, fillDays, formatRate, toAdvertValues, toSentAdvert } from './advert-form.rules.ts'
import styles from './adverts.module.css'

const countedDays = 30

export async function loadStaffAdvert(input: { context: ConsoleContext; params: { id: string } }) {
  const { load } = input.context
  const { id } = input.params
  const [{ data: advert, etag }, { data: figures }, widgets] = await Promise.all([
    load(getStaffAdvert, { id }),
    load(getAdvertFigures, { id, days: countedDays }),
    loadAll(load, listStaffWidgets, {}),
  ])
  return {
    ...{ advert, etag: etag ?? '', widgets, clicks: figures.clicks, shown: figures.shown },
    byDay: fillDays(figures.by_day, Date.now(), countedDays),
  }
}

const names: Record<keyof AdvertValues, string> = {
  position: 'Placement',
  kind: 'Opens',
  widget_id: 'Widget',
  picture: 'Picture',
  alt: 'Alternative text',
  link: 'Link',
  ios_url: 'App Store link',
  google_url: 'Google Play link',
  device: 'Devices',
  starts_at: 'From',
  ends_at: 'Until',
  sort: 'Position',
  is_active: 'Active',
}

export function AdvertPage() {
  const loaded = usePageData<typeof loadStaffAdvert>(`${advertsLink}/$id`)
  // The key resets the form when another advert is opened.
  return <AdvertForm key={loaded.advert.id} {...loaded} />
}

type Loaded = Awaited<ReturnType<typeof loadStaffAdvert>>

function AdvertForm({ advert, etag, widgets, ...figures }: Loaded) {
  const { call, shop } = useConsole()
  const router = useRouter()
  const mayWrite = allowsScope(useMe().scopes, 'marketing:write')
  const id = String(advert.id)
  const name = formatAdvertName(advert, widgets)
  const form = useForm({ initial: toAdvertValues(advert, shop.time_zone), about: `adverts/${id}` })
  const edit = useEdit(form, {
    names,
    saved: `${name} is saved`,
    send: (changed) =>
      call(editAdvert, { ...toSentAdvert(changed, form.values, shop.time_zone), id }, { ifMatch: etag }),
  })
  const advertToggle = useAdvertToggle(advert, name)
  const [isAsking, setAsking] = useState(false)
  useStaffLive(['marketing'], () => router.invalidate({ sync: true }))
  return (
    <FormPage
      head={
        <PageHead
          title={name}
          crumb={<ConsoleLink href={advertsLink}>Ads</ConsoleLink>}
          beside={<Status badge={advertBadges[advert.status]} />}
        >
          {mayWrite && (
            <>
              <Button icon={advert.is_active ? Pause : Play} isBusy={advertToggle.isBusy} onClick={advertToggle.toggle}>
                {advert.is_active ? 'Pause' : 'Show'}
              </Button>
              <Button icon={Trash2} aria-label="Delete" onClick={() => setAsking(true)} />
            </>
          )}
        </PageHead>
      }
      aside={<Figures {...figures} />}
      foot={
        <>
          <FormBar {...edit} />
          {isAsking && <DeleteDialog id={id} name={name} onClose={() => setAsking(false)} />}
        </>
      }
    >
      <FormNotes {...edit} problem={edit.problem ?? advertToggle.problem} />
      <AdvertFields form={form} widgets={widgets} isFixed={!mayWrite} />
    </FormPage>
  )
}

/** Pauses or resumes an advert. The toast offers undo. */
function useAdvertToggle({ id, is_active }: Loaded['advert'], name: string) {
  const { call } = useConsole()
  const { run, busy, problem } = useCommand()
  const setActive = (isOn: boolean) =>
    run('pause', () => call(editAdvert, { id: String(id), is_active: isOn }, { ifMatch: '*' }))
  async function toggle() {
    const isOn = !is_active
    if (!(await setActive(isOn))) return
    showToast(isOn ? `${name} is shown` : `${name} is paused`, {
      action: { label: 'Undo', run: () => void setActive(!isOn) },
    })
  }
  return { toggle, isBusy: busy !== null, problem }
}

function Figures({ clicks, shown, byDay }: Pick<Loaded, 'clicks' | 'shown' | 'byDay'>) {
  return (
    <Panel title={`Last ${countedDays} days`}>
      <dl className={styles.numbers}>
        <div>
          <dt>Views</dt>
          <dd>{formatCappedCount(shown)}</dd>
        </div>
        <div>
          <dt>Clicks</dt>
          <dd>{formatCappedCount(clicks)}</dd>
        </div>
        <div>
          <dt>Click rate</dt>
          <dd>{formatRate({ shown, clicks }) || '–'}</dd>
        </div>
      </dl>
      {clicks > 0 && <Sparkline values={byDay} size="wide" />}
    </Panel>
  )
}

/**
 * Renders the dialog that confirms the deletion of an advert. An advert with clicks is paused instead and keeps its
 * totals.
 */
function DeleteDialog({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const { call } = useConsole()
  const router = useRouter()
  const remove = async () => {
    const { data } = await call(deleteAdvert, { id }, { ifMatch: '*' })
    showToast(data.outcome === 'deleted' ? `${name} is deleted` : `${name} is paused. Its statistics are kept.`)
    await router.navigate({ href: advertsLink })
  }
  return (
    <ConfirmDialog title={`Delete ${name}?`} button="Delete ad" run={remove} onClose={onClose}>
      <p>An ad that was clicked is paused instead of deleted. Its statistics are kept.</p>
    </ConfirmDialog>
  )
}
