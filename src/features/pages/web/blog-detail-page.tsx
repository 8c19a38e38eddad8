import { getRouteApi } from '@tanstack/react-router'
import { blogLink, blogPostLink } from '#links/pages.links.ts'
import { useT } from '#ui/i18n/use-t.ts'
import { AppBar } from '#ui/layout/app-bar.tsx'
import { TextLink } from '#ui/layout/link.tsx'
import { Page, PageStrip, Section } from '#ui/layout/page.tsx'
import { pageHead, toPicture } from '#web/navigation/page-head.ts'
import { useGoBack } from '#web/navigation/use-go-back.ts'
import { RichText } from '#web/parts/page/rich-text.tsx'
import type { HeadInput, WebContext } from '#web/root.tsx'
import { getBlogPost } from '../pages.contract.ts'
import { formatDescription } from '../pages.rules.ts'
import { Byline } from './byline.tsx'
import { LeadPicture } from './lead-picture.tsx'
import styles from './pages.module.css'

export { PageSkeleton } from './page-skeleton.tsx'

const route = getRouteApi('/blog-detail/$handle')

export function loadBlogPost({ context, params }: { context: WebContext; params: { handle: string } }) {
  return context.load(getBlogPost, { handle: params.handle })
}

export function headBlogPost({ match: { context }, loaderData: post }: HeadInput<typeof loadBlogPost>) {
  if (!post) return {}
  return pageHead(context, {
    title: post.title,
    description: post.summary || formatDescription(post.body),
    path: blogPostLink(post.handle),
    image: post.image,
    kind: 'article',
    facts: [
      {
        '@type': 'BlogPosting',
        headline: post.title,
        description: post.summary,
        datePublished: post.published_at.slice(0, 10),
        ...(post.author && { author: { '@type': 'Person', name: post.author } }),
        ...(post.image && { image: toPicture(context.site.publicUrl, post.image) ?? undefined }),
      },
    ],
  })
}

export function BlogDetailPage() {
  const t = useT()
  const goBack = useGoBack(blogLink())
  const post = route.useLoaderData()
  return (
    <Page header={<AppBar title={post.title} onBack={goBack} />}>
      <Section first flush>
        <article aria-label={post.title}>
          {post.image && <LeadPicture src={post.image} />}
          <div className={styles.words}>
            <p className={styles.headline} dir="auto">
              {post.title}
            </p>
            <Byline author={post.author} publishedAt={post.published_at} />
            <RichText html={post.html} />
          </div>
        </article>
      </Section>
      <PageStrip centred>
        <TextLink href={blogLink()}>{t('All stories')}</TextLink>
      </PageStrip>
    </Page>
  )
}
