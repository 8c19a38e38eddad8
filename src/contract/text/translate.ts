import { formatMessage, isolate, type MessageValues } from './format-message.ts'

/** The words of one language: message id (the English text) → text. What is missing is shown in English. */
export type Catalogue = Readonly<Record<string, string>>

export type Words = { language: string; catalogue: Catalogue }

export type Translate = (id: string, values?: MessageValues) => string

/**
 * Marks a text that is only named here and shown elsewhere, so that the catalogues can be held against it:
 * `t('…')` where it is shown, `msg('…')` where it is not.
 */
/* @__NO_SIDE_EFFECTS__ */
export function msg<const Text extends string>(text: Text): Text {
  return text
}

/** A text that goes out with its figure in it; `t` finds its words by their shape. */
/* @__NO_SIDE_EFFECTS__ */
export function withFigure(text: string, figure: number | string): string {
  return text.replace('{figure}', String(figure))
}

/** Without React, so that scripts on other pages can speak too. */
export function createTranslate({ language, catalogue }: Words): Translate {
  return (id, values = {}) => {
    const words = catalogue[id]
    if (words !== undefined) return formatMessage(words, values, language)
    // A sentence that comes with its figure in it, such as `Orders over $89`, is found by its shape.
    // The figure is a word of its own (`$89`), or a number that is part of one (`15-day`).
    for (const shape of [/\S*\d\S*/, /\d+/]) {
      const figure = shape.exec(id)?.[0] ?? ''
      const shaped = figure && catalogue[id.replace(figure, '{figure}')]
      if (shaped) return formatMessage(shaped, { figure: Number(figure) || figure }, language)
    }
    // No words of ours: a name that the merchant or a carrier gave, as it is.
    return isolate(formatMessage(id, values, language), language)
  }
}
