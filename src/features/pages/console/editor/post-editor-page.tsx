import { useRouter } from '@tanstack/react-router'
import { usePageData } from '#console/data/use-page-data.ts'
import styles from '#console/settings/settings.module.css'
import { settingsLinks } from '#console/settings/settings-menu.ts'
import { type ConsoleContext, useConsole } from '#console/shell/console-context.ts'
import { TextField } from '#console/ui/fields/field.tsx'
import { createPost, editPost, getPost, removePost } from '#features/pages/pages.staff.contract.ts'
import { getPostText, listPostTexts } from '#features/pages/texts.staff.contract.ts'
import { blogPostLink } from '#links/pages.links.ts'
import { contents, editorLink } from '../list/content.ts'
import { loadTexts, readId } from '../list/load-content.ts'
import { ContentEditor } from './content-editor.tsx'
import { useTextCalls } from './use-text-calls.ts'

type LoaderInput = { context: ConsoleContext; params: { id: string }; deps: { language?: string } }
const fresh = { handle: '', title: '', summary: '', body: '', image: null, author: '', published_at: '' }

export async function loadPostEditor({ context: { load }, params, deps }: LoaderInput) {
  const id = readId(params.id)
  const [post, texts] = await Promise.all([
    id === null ? null : load(getPost, { id }),
    loadTexts(load, { list: listPostTexts, text: getPostText }, { id, language: deps.language }),
  ])
  return {
    ...texts,
    id,
    post: post?.data ?? { ...fresh, published_at: new Date().toISOString() },
    etag: post?.etag ?? '',
  }
}

export function PostEditorPage() {
  const loaded = usePageData<typeof loadPostEditor>(`${settingsLinks.posts}/$id`)
  // The key resets the form when another post or language is opened.
  return <PostForm key={`${loaded.id} ${loaded.language.language}`} {...loaded} />
}

type Loaded = Awaited<ReturnType<typeof loadPostEditor>>

function PostForm({ id, post, etag, text, textEtag, languages, language }: Loaded) {
  const { call } = useConsole()
  const router = useRouter()
  const content = contents.post
  const textCalls = useTextCalls({ content, id: id ?? 0, language, etag: textEtag, isWritten: text !== null })
  const isOwn = language.is_own
  const { title, summary, body } = isOwn ? post : (text ?? fresh)
  // The input for date and time has no seconds and no time zone.
  const publishedAt = post.published_at.slice(0, 16)
  const { handle, author } = post
  const initial = { title, summary, body, handle, author, image: post.image ?? '', published_at: publishedAt }
  type Values = typeof initial
  const toSent = <V extends Partial<Values>>({ image, published_at: at, ...rest }: V) => ({
    ...rest,
    ...(image !== undefined && { image: image || null }),
    ...(at !== undefined && { published_at: `${at}:00Z` }),
  })
  type Create = Parameters<typeof call<typeof createPost>>[1]
  async function publish(changed: Partial<Values>, values: Values) {
    if (!isOwn) return textCalls.save(values)
    if (id !== null) return call(editPost, { ...toSent(changed), id }, { ifMatch: etag })
    const { data } = await call(createPost, toSent(values) as Create)
    return router.navigate({ href: editorLink(content, data.id), replace: true, ignoreBlocker: true })
  }
  const postRemoval = id !== null && {
    name: 'Remove post',
    says: 'The post is deleted in all languages and cannot be restored.',
    next: content.href,
    run: () => call(removePost, { id }, { ifMatch: etag }),
  }
  return (
    <ContentEditor<Values>
      {...{ content, id, languages, language, initial }}
      ownTitle={post.title}
      address={id === null ? null : blogPostLink(post.handle)}
      send={publish}
      removal={isOwn ? postRemoval || null : textCalls.removal}
    >
      {(form) =>
        isOwn && (
          <div className={styles.two}>
            <TextField
              label="Address"
              hint="Lowercase letters and hyphens, shown after /blog-detail/"
              dir="ltr"
              maxLength={100}
              {...form.field('handle')}
            />
            <TextField label="Publish on (UTC)" type="datetime-local" {...form.field('published_at')} />
            <TextField label="Author" maxLength={100} {...form.field('author')} />
            <TextField label="Picture" hint="A path in this shop" dir="ltr" maxLength={500} {...form.field('image')} />
          </div>
        )
      }
    </ContentEditor>
  )
}
