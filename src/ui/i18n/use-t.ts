import { createContext, use } from 'react'
import { createTranslate, type Translate, type Words } from '#contract/text/translate.ts'

export { type Catalogue, createTranslate, type Translate, type Words } from '#contract/text/translate.ts'

export const WordsContext = createContext<Words>({ language: 'en', catalogue: {} })

/** The code of the language the page is written in. */
export function useLanguage(): string {
  return use(WordsContext).language
}

/** `const t = useT()` then `t('Only {amount} left', { amount })`: the English text is the message's name. */
export function useT(): Translate {
  return createTranslate(use(WordsContext))
}
