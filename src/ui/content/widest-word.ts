/** Widths of characters in ems, rounded up, because fonts differ and a word must never be cut. */
const widths: [characters: RegExp, ems: number][] = [
  [/[\u2066-\u2069\p{M}]/u, 0],
  [/[\p{sc=Hangul}\p{sc=Han}\p{sc=Hira}\p{sc=Kana}@%ШЩЖЮМФЫшщжюмфыMWmw]/u, 1],
  [/[ijlItfrıİ.,:;'’|!()-]/, 0.4],
  [/[\p{sc=Arab}\p{sc=Hebr}]/u, 0.6],
  [/\p{Lu}/u, 0.76],
  [/[a-zß-ÿ0-9]/, 0.57],
]
/** The places where a line may break: spaces, hyphens including soft ones, and Chinese or Japanese characters. */
const breaks = /\s+|(?<=[-\u00ad\u200b])|(?<=[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}])(?=.)/u

/**
 * Returns the width of the longest word in ems. A style sheet derives the font size at which the word fits
 * (`min(1.75rem, 100cqi / var(--widest))`), in any language and without scripts.
 */
export function measureWidestWord(text: string, spacing = 0): number {
  const widthOf = (character: string) =>
    (widths.find(([characters]) => characters.test(character))?.[1] ?? 0.64) + spacing
  const words = text.split(breaks).map((word) => [...word].reduce((sum, character) => sum + widthOf(character), 0))
  return Math.max(1, Math.round(Math.max(...words) * 100) / 100)
}
