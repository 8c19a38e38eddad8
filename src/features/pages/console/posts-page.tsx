import { useState } from 'react'
import type * as z from 'zod/mini'
import { type ConsoleContext, useConsole, useMe } from '#console/console-context.ts'
import { EditDialog } from '#console/edit-dialog.tsx'
import { EditList } from '#console/edit-list.tsx'
import { loadAll } from '#console/load-all.ts'
import type { RowDialogProps } from '#console/row-dialog.tsx'
import styles from '#console/settings/settings.module.css'
import { SettingsPage } from '#console/settings/settings-page.tsx'
import { settingsLinks } from '#console/settings/settings-places.ts'
import { TextField } from '#console/ui/field.tsx'
import { Moment } from '#console/ui/moment.tsx'
import { usePageData } from '#console/use-page-data.ts'
import { allowsScope } from '#contract/scopes.ts'
import { blogPostLink } from '#links/pages.links.ts'
import { createPost, editPost, getPost, listPosts, removePost, type StaffPost } from '../pages.staff.contract.ts'
import { TextEditor } from './text-editor.tsx'

export async function loadPosts({ context: { load } }: { context: ConsoleContext }) {
  const posts = await loadAll(load, listPosts, {})
  return [...posts].sort((a, b) => b.published_at.localeCompare(a.published_at) || b.id - a.id)
}

/** The blog: what is out, and what is to come. */
export function PostsPage() {
  const posts = usePageData<typeof loadPosts>(settingsLinks.posts)
  const mayWrite = allowsScope(new Set(useMe().scopes), 'content:write')
  return (
    <SettingsPage title="Posts" about="The stories of the blog, newest first. One with a time to come waits for it.">
      <EditList
        title="Posts"
        addName="Add post"
        mayWrite={mayWrite}
        empty={{ title: 'No posts yet', text: 'A first story: how something of yours is made.' }}
        columns={[{ name: 'Post' }, { name: 'By' }, { name: 'Out' }]}
        rows={posts}
        call={getPost}
        toInput={({ id }) => ({ id })}
        nameOf={({ title }) => title}
        cells={(one) => (
          <>
            <td>
              <a className={styles.link} href={blogPostLink(one.handle)} target="_blank" rel="noopener">
                {one.title}
              </a>
            </td>
            <td className={styles.second}>{one.author}</td>
            <td className={styles.second}>
              <Moment at={one.published_at} />
            </td>
          </>
        )}
        dialog={(props) => <PostDialog {...props} />}
      />
    </SettingsPage>
  )
}

const fresh = { id: 0, handle: '', title: '', summary: '', body: '', image: null, author: '' }

function PostDialog({ opened, onClose }: RowDialogProps<z.output<typeof StaffPost>>) {
  const { call } = useConsole()
  const [now] = useState(() => new Date().toISOString())
  const { id, image, published_at, ...known } = opened?.data ?? { ...fresh, published_at: now }
  const ifMatch = opened?.etag ?? ''
  // The field for a time knows no seconds and no zone.
  const initial = { ...known, image: image ?? '', published_at: published_at.slice(0, 16) }
  type Values = typeof initial
  const toSent = <V extends Partial<Values>>({ image: picture, published_at: at, ...rest }: V) => ({
    ...rest,
    ...(picture !== undefined && { image: picture || null }),
    ...(at !== undefined && { published_at: `${at}:00Z` }),
  })
  type Create = Parameters<typeof call<typeof createPost>>[1]
  return (
    <EditDialog<Values>
      title={opened ? opened.data.title : 'Add a post'}
      button={opened ? 'Publish changes' : 'Publish post'}
      size="table"
      isNew={!opened}
      initial={initial}
      about={`posts/${id}`}
      reload={opened?.reload}
      says="Shoppers see it from its time on."
      done="Post published"
      onClose={onClose}
      send={(changed, values) =>
        opened ? call(editPost, { ...toSent(changed), id }, { ifMatch }) : call(createPost, toSent(values) as Create)
      }
      remove={opened && { button: 'Remove', done: 'Post removed', run: () => call(removePost, { id }, { ifMatch }) }}
    >
      {(form) => (
        <>
          <TextField label="Title" maxLength={200} {...form.field('title')} />
          <div className={styles.two}>
            <TextField
              label="Address"
              hint="Small letters and hyphens, behind /blog-detail/"
              dir="ltr"
              maxLength={100}
              {...form.field('handle')}
            />
            <TextField label="Out from (UTC)" type="datetime-local" {...form.field('published_at')} />
            <TextField label="By" maxLength={100} {...form.field('author')} />
            <TextField label="Picture" hint="A path of this shop" dir="ltr" maxLength={500} {...form.field('image')} />
          </div>
          <TextField label="Summary" hint="In the list of posts" maxLength={500} {...form.field('summary')} />
          <TextEditor {...form.field('body')} />
        </>
      )}
    </EditDialog>
  )
}
