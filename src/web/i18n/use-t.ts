import { createContext, use } from 'react'
import { formatMessage, type MessageValues } from './format-message.ts'

/** The words of one language: message id (the English text) → text. What is missing is shown in English. */
export type Catalogue = Readonly<Record<string, string>>

export type Words = { language: string; catalogue: Catalogue }

export const WordsContext = createContext<Words>({ language: 'en', catalogue: {} })

export type Translate = (id: string, values?: MessageValues) => string

export function createTranslate({ language, catalogue }: Words): Translate {
  return (id, values = {}) => formatMessage(catalogue[id] ?? id, values, language)
}

/** `const t = useT()` then `t('Only {amount} left', { amount })`: the English text is the message's name. */
export function useT(): Translate {
  return createTranslate(use(WordsContext))
}

export function useLanguage(): string {
  return use(WordsContext).language
}
