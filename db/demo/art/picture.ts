import { type ArtStyle, type Garment, mix, round, tones } from './draw.ts'
import { bag } from './garments/bag.ts'
import { blouse } from './garments/blouse.ts'
import { coat } from './garments/coat.ts'
import { dress } from './garments/dress.ts'
import { heel } from './garments/heel.ts'
import { knit } from './garments/knit.ts'
import { scarf } from './garments/scarf.ts'
import { skirt } from './garments/skirt.ts'
import { slip } from './garments/slip.ts'
import { sneaker } from './garments/sneaker.ts'
import { swimsuit } from './garments/swimsuit.ts'
import { trousers } from './garments/trousers.ts'

const garments = {
  bag,
  blouse,
  coat,
  dress,
  heel,
  knit,
  scarf,
  skirt,
  slip,
  sneaker,
  swimsuit,
  trousers,
} satisfies Record<string, Garment>
export type GarmentKind = keyof typeof garments

/**
 * Draws one garment laid flat, 335 × 445 units. `id` makes the ids of the definitions unique, so that several pictures
 * can be on one page.
 */
export function drawPicture(kind: GarmentKind, artStyle: ArtStyle, { id = 'a', hasGround = true } = {}): string {
  const { sh = [], shx = '', raw = false, defs, g } = garments[kind](tones(artStyle.base), artStyle, id)
  const shade = mix(artStyle.bg, '#10202a', 0.55)
  const outlines = sh.map((d) => `<path d="${d}"/>`).join('')
  const shadow = raw
    ? ''
    : `<g filter="url(#${id}B)" fill="${shade}" opacity=".38" transform="translate(6 11)">${outlines}${shx.replace('#000', shade)}</g><g filter="url(#${id}C)" fill="${shade}" opacity=".35" transform="translate(1.5 3)">${outlines}</g>`
  const piece = raw ? g.replace(/class="s"/g, `fill="${shade}" opacity=".4" filter="url(#${id}B)"`) : g
  const ground = hasGround
    ? `<rect width="335" height="445" fill="url(#${id}G)"/><path d="M-20 190L230 -20H345V20L-20 330Z" fill="#fff" opacity=".13"/><path d="M-20 380L345 70V96L-20 408Z" fill="#fff" opacity=".09"/>`
    : ''
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 335 445" width="335" height="445" role="img" aria-label="${artStyle.label ?? kind}"><defs><filter id="${id}B" x="-20%" y="-20%" width="140%" height="150%"><feGaussianBlur stdDeviation="9"/></filter><filter id="${id}C" x="-10%" y="-10%" width="120%" height="120%"><feGaussianBlur stdDeviation="2.2"/></filter><linearGradient id="${id}G" x1="0" y1="0" x2=".75" y2="1"><stop offset="0" stop-color="${mix(artStyle.bg, '#ffffff', 0.35)}"/><stop offset="1" stop-color="${mix(artStyle.bg, '#10202a', 0.06)}"/></linearGradient>${defs}</defs>${ground}<g transform="rotate(${round(artStyle.rot ?? 0)} 167.5 222)">${shadow}${piece}</g></svg>`
  return svg.replace(/\n\s*/g, '')
}
