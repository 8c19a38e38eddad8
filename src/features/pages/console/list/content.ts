import { settingsLinks } from '#console/settings/settings-menu.ts'
import * as texts from '#features/pages/texts.staff.contract.ts'
import type { starterPages } from '../editor/starter-pages.rules.ts'

/** The fields of a page or post in every language. */
export type Words = { title: string; summary: string; body: string }

/** The differences between pages and posts in the console. */
export const contents = {
  page: {
    name: 'page',
    list: 'Pages',
    href: settingsLinks.pages,
    summary: 'For search engines',
    summaryHint: 'Leave empty to use the beginning of the text',
    saveText: texts.savePageText,
    removeText: texts.removePageText,
    calls: { versions: texts.listPageVersions, version: texts.getPageVersion },
  },
  post: {
    name: 'post',
    list: 'Posts',
    href: settingsLinks.posts,
    summary: 'Summary',
    summaryHint: 'In the list of posts',
    saveText: texts.savePostText,
    removeText: texts.removePostText,
    calls: { versions: texts.listPostVersions, version: texts.getPostVersion },
  },
}
export type Content = (typeof contents)[keyof typeof contents]

export const editorLink = ({ href }: Content, id: number | 'new', language?: string) =>
  `${href}/${id}${language ? `?language=${encodeURIComponent(language)}` : ''}`

/** Returns the link to a new page whose text is prefilled from a starter page. */
export const starterLink = (name: keyof typeof starterPages) => `${settingsLinks.pages}/new?starter=${name}`
