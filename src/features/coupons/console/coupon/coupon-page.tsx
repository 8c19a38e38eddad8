import { useRouter } from '@tanstack/react-router'
import { CirclePause, CirclePlay, CopyPlus, Gift, OctagonX } from 'lucide-react'
import { useState } from 'react'
import { loadAll } from '#console/data/load-all.ts'
import { usePageData } from '#console/data/use-page-data.ts'
import { useStaffLive } from '#console/data/use-staff-live.ts'
import { ConfirmDialog } from '#console/form/confirm-dialog.tsx'
import { FormBar, FormNotes, useEdit } from '#console/form/form-frame.tsx'
import { useForm } from '#console/form/use-form.ts'
import { type ConsoleContext, useConsole, useMe } from '#console/shell/console-context.ts'
import { ConsoleLink } from '#console/shell/console-link.tsx'
import { couponsLink, newCouponLink } from '#console/shell/console-links.ts'
import { Button, buttonClass } from '#console/ui/buttons/button.tsx'
import { Status } from '#console/ui/content/status.tsx'
import { FormPage } from '#console/ui/layout/form-page.tsx'
import { PageHead } from '#console/ui/layout/page-head.tsx'
import { showToast } from '#console/ui/overlays/toast-store.ts'
import { toQuery } from '#contract/calls/call.ts'
import { allowsScope } from '#contract/calls/scopes.ts'
import { listStaffAdverts, type StaffAdvert } from '#features/adverts/adverts.staff.contract.ts'
import {
  editCoupon,
  endCoupon,
  getStaffCoupon,
  listClaims,
  listCouponTexts,
} from '#features/coupons/coupons.staff.contract.ts'
import { listStaffWidgets } from '#features/coupons/widgets.staff.contract.ts'
import { listAudit } from '#features/staff/audit.staff.contract.ts'
import { couponBadges } from '../parts/coupon-badges.ts'
import { GiveDialog } from '../parts/give-dialog.tsx'
import { formatWidgetName, placeNames } from '../widgets/widget-badges.ts'
import { CouponHistory, CouponUsage, WidgetPlacements } from './coupon-aside.tsx'
import { CouponClaims, claimsShown } from './coupon-claims.tsx'
import { CouponFields } from './coupon-fields.tsx'
import { type CouponValues, toCouponValues, toSentCoupon } from './coupon-form.rules.ts'
import { CouponTexts } from './coupon-texts.tsx'
import { CouponTicket } from './coupon-ticket.tsx'
import { addUses, loadSales } from './coupon-use.ts'
import { loadChoices } from './load-choices.ts'
import { usePause } from './use-pause.ts'

type LoaderInput = { context: ConsoleContext; params: { code: string } }

/** The number of latest changes shown. The audit log has the rest. */
const maxHistory = 8

export async function loadStaffCoupon({ context, params: { code: id } }: LoaderInput) {
  const { load, me } = context
  const [{ data: coupon, etag }, { data: claims }, { data: texts }, choices, widgets, adverts] = await Promise.all([
    load(getStaffCoupon, { id }),
    load(listClaims, { id, limit: claimsShown }),
    load(listCouponTexts, { id }),
    loadChoices(context),
    load(listStaffWidgets, { coupon: id, limit: 50 }),
    loadAll(load, listStaffAdverts, {}),
  ])
  const [[row], sales, history] = await Promise.all([
    addUses(load, [coupon]),
    loadSales(context, coupon.code),
    allowsScope(me?.scopes, 'audit:read')
      ? load(listAudit, { about: `coupons/${coupon.code}`, limit: maxHistory })
      : null,
  ])
  const isShown = ({ status }: StaffAdvert) => status === 'running' || status === 'scheduled'
  return {
    coupon,
    etag: etag ?? '',
    row: row ?? { ...coupon, used: 0, by_day: [] },
    texts: texts.data,
    claims,
    choices,
    sales,
    history: history?.data.data ?? [],
    widgets: widgets.data.data.map((widget) => {
      const places = adverts.filter((one) => one.widget_id === widget.id && isShown(one))
      return {
        id: widget.id,
        name: formatWidgetName(widget),
        places: places.map(({ position }) => placeNames[position]),
      }
    }),
  }
}

const names: Record<keyof CouponValues, string> = {
  code: 'Code',
  kind: 'Kind',
  currency: 'Currency',
  amount: 'Discount amount',
  percent: 'Discount percentage',
  maximum: 'Maximum discount',
  minimum: 'Minimum order',
  categories: 'Categories',
  products: 'Individual products',
  condition_text: 'Condition text',
  object: 'Text on the coupon',
  link: 'Link of the USE button',
  link_name: 'Name of the linked page',
  starts_at: 'From',
  ends_at: 'Until',
  valid_days: 'Valid after the claim for',
  stock: 'Number of coupons',
}

export function CouponPage() {
  const loaded = usePageData<typeof loadStaffCoupon>(`${couponsLink}/$code`)
  // The key resets the form when another coupon is opened.
  return <CouponForm key={loaded.coupon.id} {...loaded} />
}

type Loaded = Awaited<ReturnType<typeof loadStaffCoupon>>
type OpenDialog = 'give' | 'end'

function CouponForm({ coupon, etag, row, texts, claims, choices, sales, widgets, history }: Loaded) {
  const { code } = coupon
  const { call, shop } = useConsole()
  const mayWrite = allowsScope(useMe().scopes, 'marketing:write')
  const form = useForm({ initial: toCouponValues(coupon, shop), about: `coupons/${code}` })
  const edit = useEdit(form, {
    names,
    saved: `${code} is saved`,
    send: (changed) =>
      call(editCoupon, { ...toSentCoupon(changed, form.values, shop.time_zone), id: code }, { ifMatch: etag }),
  })
  const router = useRouter()
  useStaffLive(['marketing'], () => router.invalidate({ sync: true }))
  const pausing = usePause()
  const [opened, setOpened] = useState<OpenDialog | null>(null)
  const close = () => setOpened(null)
  return (
    <FormPage
      head={
        <PageHead
          title={code}
          isNumber
          crumb={
            <>
              <ConsoleLink href={couponsLink}>Coupons</ConsoleLink> › <bdi dir="ltr">{code}</bdi>
            </>
          }
          beside={<Status badge={couponBadges[coupon.status]} />}
        >
          {mayWrite && <CouponActions coupon={coupon} pausing={pausing} onOpen={setOpened} />}
        </PageHead>
      }
      aside={
        <>
          <CouponTicket values={form.values} />
          <CouponUsage row={row} sales={sales} />
          <WidgetPlacements widgets={widgets} />
          <CouponHistory rows={history} />
        </>
      }
      foot={
        <>
          <FormBar {...edit} />
          {opened === 'give' && <GiveDialog code={code} onClose={close} />}
          {opened === 'end' && <EndDialog code={code} onClose={close} />}
        </>
      }
    >
      <FormNotes {...edit} problem={edit.problem ?? pausing.problem} />
      <CouponFields form={form} isFixed={!mayWrite} isClaimed={coupon.claimed > 0} {...choices} />
      <CouponTexts coupon={coupon} etag={etag} texts={texts} mayWrite={mayWrite} />
      <CouponClaims code={code} first={claims} />
    </FormPage>
  )
}

type ActionsProps = {
  coupon: Loaded['coupon']
  pausing: ReturnType<typeof usePause>
  onOpen: (dialog: OpenDialog) => void
}

function CouponActions({ coupon, pausing, onOpen }: ActionsProps) {
  const { code, possible } = coupon
  const copy = newCouponLink + toQuery({ like: code })
  return (
    <>
      {possible.includes('give') && (
        <Button icon={Gift} onClick={() => onOpen('give')}>
          Give to a customer
        </Button>
      )}
      {possible.includes('pause') && (
        <Button icon={CirclePause} isBusy={pausing.isBusy} onClick={() => pausing.turn(coupon)}>
          Pause
        </Button>
      )}
      {possible.includes('resume') && (
        <Button icon={CirclePlay} isBusy={pausing.isBusy} onClick={() => pausing.turn(coupon)}>
          Resume coupon
        </Button>
      )}
      <ConsoleLink href={copy} className={buttonClass()} aria-label="Duplicate coupon" title="Duplicate coupon">
        <CopyPlus size={16} strokeWidth={1.75} aria-hidden />
      </ConsoleLink>
      {possible.includes('end') && (
        <Button icon={OctagonX} aria-label="End coupon" title="End coupon" onClick={() => onOpen('end')} />
      )}
    </>
  )
}

function EndDialog({ code, onClose }: { code: string; onClose: () => void }) {
  const { call } = useConsole()
  const end = async () => {
    await call(endCoupon, { id: code })
    showToast(`${code} has ended`)
  }
  return (
    <ConfirmDialog title={`End ${code}?`} button="End coupon" says="This cannot be undone." run={end} onClose={onClose}>
      <p>The coupon can no longer be claimed. Customers who already claimed it can still use it.</p>
    </ConfirmDialog>
  )
}
