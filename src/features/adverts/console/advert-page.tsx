import { useRouter } from '@tanstack/react-router'
import { Pause, Play, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { loadAll } from '#console/data/load-all.ts'
import { useCommand } from '#console/data/use-command.ts'
import { usePageData } from '#console/data/use-page-data.ts'
import { useStaffLive } from '#console/data/use-staff-live.ts'
import { useForm } from '#console/form/use-form.ts'
import { showCount } from '#console/list/filters/view-tabs.tsx'
import { type ConsoleContext, useConsole, useMe } from '#console/shell/console-context.ts'
import { ConsoleLink } from '#console/shell/console-link.tsx'
import { advertsLink } from '#console/shell/console-links.ts'
import { Button } from '#console/ui/button.tsx'
import { ConflictNote } from '#console/ui/conflict-note.tsx'
import { Dialog } from '#console/ui/dialog.tsx'
import { FormPage } from '#console/ui/form-page.tsx'
import { Refusal } from '#console/ui/note.tsx'
import { PageHead } from '#console/ui/page-head.tsx'
import { Panel } from '#console/ui/panel.tsx'
import { SaveBar } from '#console/ui/save-bar.tsx'
import { Sparkline } from '#console/ui/sparkline.tsx'
import { Status } from '#console/ui/status.tsx'
import { showToast } from '#console/ui/toast-store.ts'
import { allowsScope } from '#contract/calls/scopes.ts'
import { listStaffWidgets } from '#features/coupons/widgets.staff.contract.ts'
import { deleteAdvert, editAdvert, getAdvertFigures, getStaffAdvert } from '../adverts.staff.contract.ts'
import { AdvertFields } from './advert-fields.tsx'
import { type AdvertValues, fillDays, showRate, toAdvertValues, toSentAdvert } from './advert-form.rules.ts'
import { advertLooks, nameAdvert } from './advert-looks.ts'
import styles from './adverts.module.css'

const countedDays = 30

export async function loadStaffAdvert(asked: { context: ConsoleContext; params: { id: string } }) {
  const { load } = asked.context
  const { id } = asked.params
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
  position: 'Place',
  kind: 'Leads to',
  widget_id: 'Widget',
  picture: 'Picture',
  alt: 'What the picture says',
  link: 'Link',
  ios_url: 'App for iPhones',
  google_url: 'App for Android',
  device: 'Shown on',
  starts_at: 'From',
  ends_at: 'Until',
  sort: 'Place in the order',
  is_active: 'Show it',
}

export function AdvertPage() {
  const loaded = usePageData<typeof loadStaffAdvert>(`${advertsLink}/$id`)
  // Another advert is another form.
  return <AdvertForm key={loaded.advert.id} {...loaded} />
}

function AdvertForm({ advert, etag, clicks, shown, byDay, widgets }: Awaited<ReturnType<typeof loadStaffAdvert>>) {
  const { call, shop } = useConsole()
  const router = useRouter()
  const mayWrite = allowsScope(useMe().scopes, 'marketing:write')
  const id = String(advert.id)
  const name = nameAdvert(advert, widgets)
  const form = useForm({ initial: toAdvertValues(advert, shop.time_zone), about: `adverts/${id}` })
  const pausing = useCommand()
  const [isAsking, setAsking] = useState(false)
  useStaffLive(['marketing'], () => router.invalidate())
  async function save() {
    const isSaved = await form.save((changed) =>
      call(editAdvert, { ...toSentAdvert(changed, form.values, shop.time_zone), id }, { ifMatch: etag }),
    )
    if (isSaved) showToast(`${name} is saved`)
  }
  const setActive = (is_active: boolean) =>
    pausing.run('pause', () => call(editAdvert, { id, is_active }, { ifMatch: '*' }))
  async function turn() {
    const isOn = !advert.is_active
    if (!(await setActive(isOn))) return
    showToast(isOn ? `${name} is shown` : `${name} is paused`, {
      action: { label: 'Undo', run: () => void setActive(!isOn) },
    })
  }
  return (
    <FormPage
      head={
        <PageHead
          title={name}
          crumb={<ConsoleLink href={advertsLink}>Adverts</ConsoleLink>}
          beside={<Status look={advertLooks[advert.status]} />}
        >
          {mayWrite && (
            <>
              <Button icon={advert.is_active ? Pause : Play} isBusy={pausing.busy !== null} onClick={turn}>
                {advert.is_active ? 'Pause' : 'Show'}
              </Button>
              <Button icon={Trash2} aria-label="Delete" onClick={() => setAsking(true)} />
            </>
          )}
        </PageHead>
      }
      aside={
        <Panel title={`In ${countedDays} days`}>
          <dl className={styles.numbers}>
            <div>
              <dt>Shown</dt>
              <dd>{showCount(shown)}</dd>
            </div>
            <div>
              <dt>Clicks</dt>
              <dd>{showCount(clicks)}</dd>
            </div>
            <div>
              <dt>Rate</dt>
              <dd>{showRate({ shown, clicks }) || '–'}</dd>
            </div>
          </dl>
          {clicks > 0 && <Sparkline values={byDay} size="wide" />}
        </Panel>
      }
      foot={
        <>
          <SaveBar
            changes={form.changed.map((one) => names[one])}
            isBusy={form.isBusy}
            onSave={save}
            onDiscard={form.discard}
          />
          {isAsking && <DeleteDialog id={id} name={name} onClose={() => setAsking(false)} />}
        </>
      }
    >
      <ConflictNote conflict={form.conflict} names={names} />
      <Refusal problem={form.problem ?? pausing.problem} />
      <AdvertFields form={form} widgets={widgets} isFixed={!mayWrite} />
    </FormPage>
  )
}

/** Nobody has tapped it: it is deleted. Otherwise it is paused, and keeps its figures. */
function DeleteDialog({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const { call } = useConsole()
  const router = useRouter()
  const { run, busy, problem } = useCommand()
  const remove = async () => {
    const isDone = await run('delete', async () => {
      const { data } = await call(deleteAdvert, { id }, { ifMatch: '*' })
      showToast(data.outcome === 'deleted' ? `${name} is deleted` : `${name} is paused and keeps its figures`)
      await router.navigate({ href: advertsLink })
    })
    if (isDone) onClose()
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Delete ${name}?`}
      onSubmit={remove}
      footer={(close) => (
        <>
          <Button size="large" onClick={close}>
            Keep it
          </Button>
          <Button size="large" tone="danger" type="submit" isBusy={busy !== null}>
            Delete the advert
          </Button>
        </>
      )}
    >
      <p>If somebody has tapped it, it is paused instead and keeps its figures.</p>
      <Refusal problem={problem} />
    </Dialog>
  )
}
