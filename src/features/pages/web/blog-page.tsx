import { getRouteApi } from '@tanstack/react-router'
import { homeLink } from '#links/catalogue.links.ts'
import { blogLink, blogPostLink } from '#links/pages.links.ts'
import { EmptyView } from '#ui/content/empty-view.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { AppBar } from '#ui/layout/app-bar.tsx'
import { ButtonLink, TextLink } from '#ui/layout/link.tsx'
import { Page, PageStrip, Section } from '#ui/layout/page.tsx'
import { AppLink } from '#web/navigation/app-link.tsx'
import { pageHead } from '#web/navigation/page-head.ts'
import { useGoBack } from '#web/navigation/use-go-back.ts'
import { type HeadInput, type WebContext, wordsOf } from '#web/root.tsx'
import { type BlogCard, listBlogPosts } from '../pages.contract.ts'
import { Byline } from './byline.tsx'
import styles from './pages.module.css'

export { PageSkeleton } from './page-skeleton.tsx'

const route = getRouteApi('/blog')

/** Returns the page number of the URL query. Any value that is not a number means the first page. */
function readPage({ page = '' }: { page?: string }): number {
  return /^[1-9]\d{0,4}$/.test(page) ? Number(page) : 1
}

export function loadBlog({ context, deps }: { context: WebContext; deps: { page?: string } }) {
  return context.load(listBlogPosts, { page: readPage(deps) })
}

export function headBlog({ match: { context }, loaderData }: HeadInput<typeof loadBlog>) {
  const t = wordsOf(context)
  return pageHead(context, {
    title: t('Blog'),
    description: t('Stories about how our clothes are made, worn and mended.'),
    path: blogLink(loaderData?.meta.pagination.current_page ?? 1),
  })
}

export function BlogPage() {
  const t = useT()
  const goBack = useGoBack()
  const { data, meta } = route.useLoaderData()
  const { current_page: page, total_pages: pages } = meta.pagination
  return (
    <Page header={<AppBar title={t('Blog')} onBack={goBack} />}>
      {data.length === 0 ? (
        <Section first flush>
          <EmptyView>
            <ButtonLink href={homeLink} tone="secondary">
              {t('Start shopping')}
            </ButtonLink>
          </EmptyView>
        </Section>
      ) : (
        data.map((post, at) => <Card key={post.handle} post={post} isFirst={at === 0} />)
      )}
      {pages > 1 && (
        <PageStrip centred>
          {page > 1 && <TextLink href={blogLink(page - 1)}>{t('Newer')}</TextLink>}
          {page < pages && <TextLink href={blogLink(page + 1)}>{t('Older')}</TextLink>}
        </PageStrip>
      )}
    </Page>
  )
}

function Card({ post, isFirst }: { post: BlogCard; isFirst: boolean }) {
  return (
    <Section first={isFirst} flush>
      <article>
        <AppLink href={blogPostLink(post.handle)} className={styles.card}>
          {post.image && (
            <img
              src={post.image}
              alt=""
              width={640}
              height={360}
              className={styles.picture}
              loading={isFirst ? 'eager' : 'lazy'}
              fetchPriority={isFirst ? 'high' : undefined}
              decoding="async"
            />
          )}
          <div className={styles.words}>
            <h2 className={styles.title} dir="auto">
              {post.title}
            </h2>
            <span className={styles.summary} dir="auto">
              {post.summary}
            </span>
            <Byline author={post.author} publishedAt={post.published_at} />
          </div>
        </AppLink>
      </article>
    </Section>
  )
}
