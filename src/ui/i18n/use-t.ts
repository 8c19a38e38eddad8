import { createContext, use } from 'react'
import { createTranslate, type Translate, type Words } from '#contract/text/translate.ts'

export { type Catalogue, createTranslate, type Translate, type Words } from '#contract/text/translate.ts'

export const WordsContext = createContext<Words>({ language: 'en', catalogue: {} })

/** Returns the language code of the page. */
export function useLanguage(): string {
  return use(WordsContext).language
}

/** Returns the function `t`, as in `t('Only {amount} left', { amount })`. The English text is the message id. */
export function useT(): Translate {
  return createTranslate(use(WordsContext))
}
