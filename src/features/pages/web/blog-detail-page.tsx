import { getRouteApi } from '@tanstack/react-router'
import { blogLink } from '#links/pages.links.ts'
import { useT } from '#web/i18n/use-t.ts'
import { AppBar } from '#web/ui/app-bar.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { Page, PageStrip, Section } from '#web/ui/page.tsx'
import { useGoBack } from '#web/use-go-back.ts'
import { Byline } from './byline.tsx'
import styles from './pages.module.css'
import { RichText } from './rich-text.tsx'

export { PageSkeleton } from './page-skeleton.tsx'

const route = getRouteApi('/blog-detail/$handle')

export function BlogDetailPage() {
  const t = useT()
  const goBack = useGoBack(blogLink())
  const post = route.useLoaderData()
  return (
    <Page header={<AppBar title={post.title} onBack={goBack} />}>
      <Section first flush>
        <article aria-label={post.title}>
          {post.image && (
            <img src={post.image} alt="" width={640} height={360} className={styles.picture} decoding="async" />
          )}
          <div className={styles.words}>
            <p className={styles.headline} dir="auto">
              {post.title}
            </p>
            <Byline author={post.author} publishedAt={post.published_at} />
            <RichText body={post.body} />
          </div>
        </article>
      </Section>
      <PageStrip centred>
        <TextLink href={blogLink()}>{t('All stories')}</TextLink>
      </PageStrip>
    </Page>
  )
}
