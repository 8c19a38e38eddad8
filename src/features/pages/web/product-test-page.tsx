import { getRouteApi, notFound } from '@tanstack/react-router'
import { productLink } from '#links/catalogue.links.ts'
import { productTestLink } from '#links/pages.links.ts'
import { contactLink } from '#links/support.links.ts'
import { Tag, TagRow } from '#ui/content/tag.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { AppBar } from '#ui/layout/app-bar.tsx'
import { ButtonLink } from '#ui/layout/link.tsx'
import { Page, Section } from '#ui/layout/page.tsx'
import { Day } from '#ui/time/day.tsx'
import { pageHead } from '#web/navigation/page-head.ts'
import { useGoBack } from '#web/navigation/use-go-back.ts'
import { RichText } from '#web/parts/page/rich-text.tsx'
import type { HeadInput, WebContext } from '#web/root.tsx'
import { getProductTest } from '../pages.contract.ts'
import { formatDescription } from '../pages.rules.ts'
import { LeadPicture } from './lead-picture.tsx'
import styles from './pages.module.css'

export { PageSkeleton } from './page-skeleton.tsx'

const route = getRouteApi('/new-product-test/$id')

export function loadProductTest({ context, params: { id } }: { context: WebContext; params: { id: string } }) {
  // A path without a number is an unknown address and gets status 404 instead of a validation error.
  if (!/^[1-9]\d{0,8}$/.test(id)) throw notFound()
  return context.load(getProductTest, { id })
}

export function headProductTest({ match: { context }, loaderData: test }: HeadInput<typeof loadProductTest>) {
  if (!test) return {}
  const { title, body, id, image } = test
  return pageHead(context, { title, description: formatDescription(body), path: productTestLink(id), image })
}

export function ProductTestPage() {
  const t = useT()
  const goBack = useGoBack()
  const test = route.useLoaderData()
  return (
    <Page header={<AppBar title={t('Product test')} onBack={goBack} />}>
      <Section first flush>
        <article>
          {test.image && <LeadPicture src={test.image} />}
          <div className={styles.words}>
            <h2 className={styles.headline} dir="auto">
              {test.title}
            </h2>
            <TagRow>
              <Tag tone={test.is_open ? 'success' : 'neutral'}>{test.is_open ? t('Open') : t('Closed')}</Tag>
            </TagRow>
            {test.is_open && test.ends_at && (
              <p className={styles.meta}>
                <span>{t('Until')}</span> <Day>{test.ends_at}</Day>
              </p>
            )}
            <RichText html={test.html} />
            <div className={styles.actions}>
              {test.is_open && (
                <ButtonLink href={contactLink} block>
                  {t('Contact us')}
                </ButtonLink>
              )}
              {test.product && (
                <ButtonLink href={productLink(test.product.handle)} tone="secondary" block>
                  {test.product.name}
                </ButtonLink>
              )}
            </div>
          </div>
        </article>
      </Section>
    </Page>
  )
}
