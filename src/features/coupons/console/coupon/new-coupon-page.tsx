import { useRouter } from '@tanstack/react-router'
import { usePageData } from '#console/data/use-page-data.ts'
import { useForm } from '#console/form/use-form.ts'
import { type ConsoleContext, useConsole } from '#console/shell/console-context.ts'
import { couponsLink, newCouponLink, staffCouponLink } from '#console/shell/console-links.ts'
import { NewPage } from '#console/ui/layout/form-page.tsx'
import { showToast } from '#console/ui/overlays/toast-store.ts'
import { createCoupon, getStaffCoupon } from '#features/coupons/coupons.staff.contract.ts'
import { CouponFields } from './coupon-fields.tsx'
import { formatCondition, makeEmptyCoupon, toCouponValues, toSentCoupon, toTerms } from './coupon-form.rules.ts'
import { CouponTicket } from './coupon-ticket.tsx'
import { loadChoices } from './load-choices.ts'

export async function loadNewCoupon({ context, deps }: { context: ConsoleContext; deps: { like?: string } }) {
  const [choices, like] = await Promise.all([
    loadChoices(context),
    deps.like ? context.load(getStaffCoupon, { id: deps.like }) : null,
  ])
  return { choices, like: like?.data ?? null }
}

export function NewCouponPage() {
  const { choices, like } = usePageData<typeof loadNewCoupon>(newCouponLink)
  const { call, shop } = useConsole()
  const router = useRouter()
  const form = useForm({
    // A duplicate needs its own code and starts without dates.
    initial: like
      ? { ...toCouponValues(like, shop), code: '', starts_at: '', ends_at: '' }
      : makeEmptyCoupon(shop.currency),
  })
  async function create() {
    const { values } = form
    const { starts_at, ...sent } = toSentCoupon(values, values, shop.time_zone)
    const terms = toTerms(values)
    // An empty condition is saved as the generated text that its field displays.
    const condition_text = values.condition_text || formatCondition(terms)
    const isMade = await form.save(() =>
      call(createCoupon, {
        ...{ ...sent, ...terms, condition_text, code: values.code },
        ...(like && { texts: like.texts }),
        ...(starts_at && { starts_at }),
      }),
    )
    if (!isMade) return
    showToast(`${values.code} is created`)
    await router.navigate({ href: staffCouponLink(values.code.trim()) })
  }
  return (
    <NewPage
      title={like ? `Copy of ${like.code}` : 'New coupon'}
      list={{ name: 'Coupons', href: couponsLink }}
      button="Create coupon"
      form={form}
      onMake={create}
      aside={<CouponTicket values={form.values} isNew />}
    >
      <CouponFields form={form} isNew {...choices} />
    </NewPage>
  )
}
