import { useT } from '#web/i18n/use-t.ts'
import { AppBar } from '#web/ui/app-bar.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton, SkeletonBlock } from '#web/ui/skeleton.tsx'
import styles from './coupon-page.module.css'

export function CouponSkeleton() {
  const t = useT()
  return (
    <Page header={<AppBar title={t('Coupon')} />}>
      <Skeleton className={styles.list}>
        <SkeletonBlock height="ticket" />
        <SkeletonBlock height="ticket" />
        <SkeletonBlock height="ticket" />
      </Skeleton>
    </Page>
  )
}
