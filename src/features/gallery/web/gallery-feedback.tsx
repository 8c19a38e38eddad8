import { Button } from '#ui/buttons/button.tsx'
import { EmptyView, FailedView } from '#ui/content/empty-view.tsx'
import { Skeleton, SkeletonBlock, SkeletonImage, SkeletonLine, SkeletonRow } from '#ui/content/skeleton.tsx'
import { Spinner } from '#ui/content/spinner.tsx'
import { Section, SectionTitle } from '#ui/layout/page.tsx'
import { showToast } from '#ui/overlays/toast.tsx'
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
