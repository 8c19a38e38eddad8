import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import type { Pagination } from '#contract/calls/fields.ts'
import { SideLink } from '#ui/layout/side-link.tsx'
import { Icon } from '../content/icon.tsx'
import { useT } from '../i18n/use-t.ts'
import styles from './pager.module.css'

/** Renders links to the previous and next pages, each with its own address. */
export function Pager({ pagination, hrefOf }: { pagination: Pagination; hrefOf: (page: number) => string }) {
  const t = useT()
  const { current_page: page, total_pages: pages } = pagination
  if (pages < 2) return null
  return (
    <nav aria-label={t('Pages')} className={styles.pager}>
      {page > 1 ? (
        <SideLink
          href={hrefOf(Math.min(page - 1, pages))}
          rel="prev"
          className={styles.step}
          aria-label={t('Previous page')}
        >
          <Icon of={ChevronLeft} flip />
        </SideLink>
      ) : (
        <span className={styles.step} />
      )}
      <span className={styles.place}>{t('Page {page} of {pages}', { page, pages })}</span>
      {page < pages ? (
        <SideLink href={hrefOf(page + 1)} rel="next" className={styles.step} aria-label={t('Next page')}>
          <Icon of={ChevronRight} flip />
        </SideLink>
      ) : (
        <span className={styles.step} />
      )}
    </nav>
  )
}
