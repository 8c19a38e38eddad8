import figtree from '../fonts/figtree-basic.woff2?url'
import marcellus from '../fonts/marcellus-basic.woff2?url'

/** The font files that nearly every text needs. Other files load by unicode-range on demand. */
export const firstFonts = [figtree, marcellus]
