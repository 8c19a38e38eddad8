import { useRouter } from '@tanstack/react-router'
import { loadAll } from '#console/data/load-all.ts'
import { usePageData } from '#console/data/use-page-data.ts'
import { useForm } from '#console/form/use-form.ts'
import { type ConsoleContext, useConsole } from '#console/shell/console-context.ts'
import { advertsLink, newAdvertLink, staffAdvertLink } from '#console/shell/console-links.ts'
import { NewPage } from '#console/ui/layout/form-page.tsx'
import { showToast } from '#console/ui/overlays/toast-store.ts'
import { listStaffWidgets } from '#features/coupons/widgets.staff.contract.ts'
import { adPositions } from '../adverts.contract.ts'
import { createAdvert, getStaffAdvert } from '../adverts.staff.contract.ts'
import { formatAdvertName } from './advert-badges.ts'
import { AdvertFields } from './advert-fields.tsx'
import { emptyAdvert, toAdvertValues, toSentAdvert } from './advert-form.rules.ts'

type LoaderInput = { context: ConsoleContext; deps: { place?: string; like?: string } }

export async function loadNewAdvert({ context: { load }, deps }: LoaderInput) {
  const [widgets, like] = await Promise.all([
    loadAll(load, listStaffWidgets, {}),
    deps.like ? load(getStaffAdvert, { id: deps.like }) : null,
  ])
  return { widgets, like: like?.data ?? null, place: adPositions.find((one) => one === deps.place) ?? 'home' }
}

export function NewAdvertPage() {
  const { widgets, like, place } = usePageData<typeof loadNewAdvert>(newAdvertLink)
  const { call, shop } = useConsole()
  const router = useRouter()
  const form = useForm({
    // A duplicate starts without dates.
    initial: like
      ? { ...toAdvertValues(like, shop.time_zone), starts_at: '', ends_at: '' }
      : { ...emptyAdvert, position: place },
  })
  async function create() {
    const { values } = form
    const { starts_at, ...sent } = toSentAdvert(values, values, shop.time_zone)
    const { position, kind } = values
    let id = 0
    const isMade = await form.save(async () => {
      const { data } = await call(createAdvert, { ...sent, position, kind, ...(starts_at && { starts_at }) })
      id = data.id
    })
    if (!isMade) return
    showToast('Ad created')
    await router.navigate({ href: staffAdvertLink(id) })
  }
  return (
    <NewPage
      title={like ? `Copy of ${formatAdvertName(like, widgets)}` : 'New ad'}
      list={{ name: 'Ads', href: advertsLink }}
      button="Create ad"
      form={form}
      onMake={create}
    >
      <AdvertFields form={form} widgets={widgets} isNew />
    </NewPage>
  )
}
