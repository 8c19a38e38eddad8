import figtree from '../fonts/figtree-basic.woff2?url'
import marcellus from '../fonts/marcellus-basic.woff2?url'

/** The files that nearly every text needs; the others arrive by unicode-range when one asks for them. */
export const firstFonts = [figtree, marcellus]
