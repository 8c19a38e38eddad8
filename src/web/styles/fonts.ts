import figtree from '../fonts/figtree-basic.woff2?url'
import figtreeLatin from '../fonts/figtree-latin.woff2?url'
import marcellus from '../fonts/marcellus-basic.woff2?url'

const accentedLanguages = new Set('cs da de es fi fr hu it nb pl pt ro sv tr'.split(' '))

/** The files that the first screen in a language needs; the others arrive by unicode-range when a text asks for them. */
export function findFirstFonts(language: string): string[] {
  return accentedLanguages.has(language) ? [figtree, marcellus, figtreeLatin] : [figtree, marcellus]
}
