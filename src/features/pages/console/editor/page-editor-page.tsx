import { useRouter } from '@tanstack/react-router'
import { usePageData } from '#console/data/use-page-data.ts'
import { settingsLinks } from '#console/settings/settings-menu.ts'
import { type ConsoleContext, useConsole } from '#console/shell/console-context.ts'
import { Note } from '#console/ui/content/note.tsx'
import { createPage, editPage, getPage, removePage } from '#features/pages/pages.staff.contract.ts'
import { getPageText, listPageTexts } from '#features/pages/texts.staff.contract.ts'
import { informationLink } from '#links/pages.links.ts'
import { contents, editorLink, type Words } from '../list/content.ts'
import { loadTexts, readId } from '../list/load-content.ts'
import { ContentEditor } from './content-editor.tsx'
import { findPlaceholders, starterPages } from './starter-pages.rules.ts'
import { useTextCalls } from './use-text-calls.ts'

type LoaderInput = { context: ConsoleContext; params: { id: string }; deps: { language?: string; starter?: string } }
const fresh = { title: '', description: '', body: '' }

export async function loadPageEditor({ context: { load }, params, deps }: LoaderInput) {
  const id = readId(params.id)
  const [page, texts] = await Promise.all([
    id === null ? null : load(getPage, { id }),
    loadTexts(load, { list: listPageTexts, text: getPageText }, { id, language: deps.language }),
  ])
  const starter = id === null && Object.entries(starterPages).find(([name]) => name === deps.starter)?.[1]
  return {
    ...texts,
    id,
    starter: starter ? deps.starter : undefined,
    page: page?.data ?? (starter || fresh),
    etag: page?.etag ?? '',
  }
}

export function PageEditorPage() {
  const loaded = usePageData<typeof loadPageEditor>(`${settingsLinks.pages}/$id`)
  // The key resets the form when another page or language is opened.
  return <PageForm key={`${loaded.id} ${loaded.starter} ${loaded.language.language}`} {...loaded} />
}

type Loaded = Awaited<ReturnType<typeof loadPageEditor>>

/** Lists the placeholders that the text still contains. */
function Placeholders({ body }: { body: string }) {
  const placeholders = findPlaceholders(body)
  if (placeholders.length === 0) return null
  return (
    <Note tone="warning">
      This draft is not legal advice, so check it for your country. Fill in these placeholders before you publish:{' '}
      {[...new Set(placeholders)].join(', ')}
    </Note>
  )
}

function PageForm({ id, starter, page, etag, text, textEtag, languages, language }: Loaded) {
  const { call } = useConsole()
  const router = useRouter()
  const content = contents.page
  const textCalls = useTextCalls({ content, id: id ?? 0, language, etag: textEtag, isWritten: text !== null })
  const own: Words = { title: page.title, summary: page.description, body: page.body }
  const isOwn = language.is_own
  const toSent = ({ summary, ...rest }: Partial<Words>) => ({
    ...rest,
    ...(summary !== undefined && { description: summary }),
  })
  async function publish(changed: Partial<Words>, values: Words) {
    if (!isOwn) return textCalls.save(values)
    if (id !== null) return call(editPage, { ...toSent(changed), id }, { ifMatch: etag })
    const { data } = await call(createPage, { title: values.title, description: values.summary, body: values.body })
    return router.navigate({ href: editorLink(content, data.id), replace: true, ignoreBlocker: true })
  }
  const pageRemoval = id !== null && {
    name: 'Remove page',
    says: 'The page is deleted in all languages and cannot be restored. First remove navigation entries that link to it.',
    next: content.href,
    run: () => call(removePage, { id }, { ifMatch: etag }),
  }
  return (
    <ContentEditor<Words>
      {...{ content, id, languages, language }}
      draft={starter}
      ownTitle={page.title}
      address={id === null ? null : informationLink(page.title)}
      initial={isOwn ? own : (text ?? { title: '', summary: '', body: '' })}
      send={publish}
      removal={isOwn ? pageRemoval || null : textCalls.removal}
    >
      {({ values }) => <Placeholders body={values.body} />}
    </ContentEditor>
  )
}
