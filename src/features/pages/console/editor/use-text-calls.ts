import { useConsole } from '#console/shell/console-context.ts'
import type { WrittenLanguage } from '#features/pages/texts.staff.contract.ts'
import { type Content, editorLink, type Words } from '../list/content.ts'

type TextTarget = { content: Content; id: number; language: WrittenLanguage; etag: string; isWritten: boolean }

/** Returns the calls that publish and remove a translation. */
export function useTextCalls({ content, id, language, etag, isWritten }: TextTarget) {
  const { call } = useConsole()
  const which = { id, language: language.language }
  return {
    save: ({ title, summary, body }: Words) =>
      call(content.saveText, { ...which, title, summary, body }, isWritten ? { ifMatch: etag } : {}),
    removal: isWritten
      ? {
          name: `Remove the ${language.english_name} text`,
          says: `Shoppers who use the shop in ${language.english_name} then see the ${content.name} in the shop’s first language.`,
          next: editorLink(content, id),
          run: () => call(content.removeText, which, { ifMatch: etag }),
        }
      : null,
  }
}
