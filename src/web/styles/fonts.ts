import marcellus from '@fontsource/marcellus/files/marcellus-latin-400-normal.woff2?url'
import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url'

/** The two files that nearly every first screen needs; latin-ext arrives by unicode-range when a text asks for it. */
export const preloadedFonts = [figtree, marcellus]
