import { formatMessage, type MessageValues } from './format-message.ts'

/** The words of one language: message id (the English text) → text. What is missing is shown in English. */
export type Catalogue = Readonly<Record<string, string>>

export type Words = { language: string; catalogue: Catalogue }

export type Translate = (id: string, values?: MessageValues) => string

/** Without React, so that scripts on other pages can speak too. */
export function createTranslate({ language, catalogue }: Words): Translate {
  return (id, values = {}) => formatMessage(catalogue[id] ?? id, values, language)
}
