import { Button } from '#web/ui/button.tsx'
import { EmptyView, FailedView } from '#web/ui/empty-view.tsx'
import { Section, SectionTitle } from '#web/ui/page.tsx'
import { Skeleton, SkeletonBlock, SkeletonImage, SkeletonLine, SkeletonRow } from '#web/ui/skeleton.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { showToast } from '#web/ui/toast.tsx'
import styles from './gallery.module.css'

export function FeedbackParts() {
  return (
    <>
      <Section>
        <SectionTitle>Toasts</SectionTitle>
        <div className={styles.row}>
          <Button size="small" tone="secondary" onClick={() => showToast('Copy successfully', { icon: 'ok' })}>
            Good toast
          </Button>
          <Button
            size="small"
            tone="secondary"
            onClick={() => showToast('photo size is bigger than 5M', { icon: 'alert' })}
          >
            Bad toast
          </Button>
          <Button
            size="small"
            tone="secondary"
            onClick={() => showToast('The internet is too slow, so let’s watch it after a break.')}
          >
            Long toast
          </Button>
          <Button
            size="small"
            tone="secondary"
            onClick={() => showToast('Removed', { action: { label: 'Undo', onClick: () => showToast('Undone') } })}
          >
            Toast with action
          </Button>
        </div>
      </Section>
      <Section flush>
        <EmptyView line="Orders you place will show up in this tab." />
      </Section>
      <Section flush>
        <FailedView />
      </Section>
      <Section>
        <Skeleton>
          <SkeletonRow>
            <SkeletonLine width="medium" title />
            <SkeletonLine width="short" />
          </SkeletonRow>
          <SkeletonRow>
            <SkeletonImage />
            <SkeletonImage />
            <SkeletonImage size="line" />
          </SkeletonRow>
          <SkeletonLine width="long" />
          <SkeletonBlock />
          <SkeletonBlock height="ticket" />
          <SkeletonBlock height="banner" />
        </Skeleton>
        <div className={styles.gap} />
        <Spinner size="m" label="Loading" />
      </Section>
    </>
  )
}
