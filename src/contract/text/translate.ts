import { formatMessage, isolate, type MessageValues } from './format-message.ts'

/** The messages of one language: message id (the English text) → text. Missing messages are shown in English. */
export type Catalogue = Readonly<Record<string, string>>

export type Words = { language: string; catalogue: Catalogue }

export type Translate = (id: string, values?: MessageValues) => string

/**
 * Marks a text that is defined here and shown elsewhere, so that it can be checked against the catalogs. `t('…')` shows
 * a text, `msg('…')` only marks it.
 */
/* @__NO_SIDE_EFFECTS__ */
export function msg<const Text extends string>(text: Text): Text {
  return text
}

/**
 * Returns a text with its number filled in. `t` recognizes the result by the words around the number and translates it.
 */
/* @__NO_SIDE_EFFECTS__ */
export function withFigure(text: string, figure: number | string): string {
  return text.replace('{figure}', String(figure))
}

/** Creates a translate function without React, so that scripts on other pages can use it. */
export function createTranslate({ language, catalogue }: Words): Translate {
  return (id, values = {}) => {
    const words = catalogue[id]
    if (words !== undefined) return formatMessage(words, values, language)
    // A sentence that already contains its number, such as `Orders over $89`, is found by its shape: `Orders over
    // {figure}`. The placeholder replaces a whole word (`$89`) or only the digits in a word (`15-day`).
    for (const shape of [/\S*\d\S*/, /\d+/]) {
      const figure = shape.exec(id)?.[0] ?? ''
      const shaped = figure && catalogue[id.replace(figure, '{figure}')]
      if (shaped) return formatMessage(shaped, { figure: Number(figure) || figure }, language)
    }
    // The text has no translation: it is a name from the merchant or a carrier, and is shown unchanged.
    return isolate(formatMessage(id, values, language), language)
  }
}
