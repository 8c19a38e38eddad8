import { loadAll } from '#console/data/load-all.ts'
import { usePageData } from '#console/data/use-page-data.ts'
import styles from '#console/settings/settings.module.css'
import type { ConsoleContext } from '#console/shell/console-context.ts'
import { Moment } from '#console/ui/format/moment.tsx'
import { compareTexts } from '#contract/text/compare.ts'
import { listPosts } from '#features/pages/pages.staff.contract.ts'
import { contents } from './content.ts'
import { ContentList } from './content-list.tsx'

export async function loadPosts({ context: { load } }: { context: ConsoleContext }) {
  const posts = await loadAll(load, listPosts, {})
  return [...posts].sort((a, b) => compareTexts(b.published_at, a.published_at) || b.id - a.id)
}

export function PostsPage() {
  const posts = usePageData<typeof loadPosts>(contents.post.href)
  return (
    <ContentList
      content={contents.post}
      about="Blog posts, newest first. Posts with a future date are published then."
      empty={{ title: 'No posts yet', text: 'Start with a story, such as how one of your products is made.' }}
      columns={[{ name: 'Post' }, { name: 'Author' }, { name: 'Published' }]}
      rows={posts}
      cells={(one) => (
        <>
          <td className={styles.second}>{one.author}</td>
          <td className={styles.second}>
            <Moment at={one.published_at} />
          </td>
        </>
      )}
    />
  )
}
