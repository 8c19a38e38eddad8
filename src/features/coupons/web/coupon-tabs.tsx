import { getRouteApi } from '@tanstack/react-router'
import { useT } from '#ui/i18n/use-t.ts'
import { Tabs } from '#ui/layout/tabs.tsx'
import { couponStatus } from '../coupons.rules.ts'

const route = getRouteApi('/account/coupon')

type Props = { status: number; counts?: { unused_total: number; used_total: number } }

/**
 * Renders the tabs above the coupons and above the loading placeholder, so that a shopper can switch before the coupons
 * have loaded.
 */
export function CouponTabs({ status, counts }: Props) {
  const t = useT()
  const navigate = route.useNavigate()
  const withCount = (label: string, count = 0) => (count > 0 ? `${t(label)} (${count})` : t(label))
  return (
    <Tabs
      id="coupons"
      label={t('Coupon')}
      sticky
      items={[
        { value: '1', label: withCount('Unused', counts?.unused_total) },
        { value: '2', label: withCount('Used', counts?.used_total) },
      ]}
      value={String(status)}
      onChange={(value) => navigate({ search: value === '2' ? { status: '2' } : {}, replace: true, resetScroll: true })}
    />
  )
}

export function readCouponStatus(search: { status?: string }): number {
  return search.status === String(couponStatus.used) ? couponStatus.used : couponStatus.unused
}
