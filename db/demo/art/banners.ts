import { keysOf } from '#contract/values.ts'
import type { ArtStyle } from './draw.ts'
import { lettering } from './lettering.ts'
import { drawPicture, type GarmentKind } from './picture.ts'

type Words = keyof typeof lettering
type Banner = { height: number; ground: string; rings: string; label: string; parts: string[] }

const write = (words: Words, x: number, y: number, colour: string) =>
  `<path transform="translate(${x} ${y})" d="${lettering[words]}" fill="${colour}"/>`

function place(
  kind: GarmentKind,
  artStyle: Omit<ArtStyle, 'bg'>,
  ground: string,
  x: number,
  y: number,
  size: number,
  turn: number,
) {
  // All pieces are drawn in one SVG document, so the definitions of each piece get a separate prefix.
  const id = `${kind}${Math.round(x)}`
  const piece = drawPicture(kind, { ...artStyle, bg: ground }, { id, hasGround: false })
  return `<g transform="translate(${x} ${y}) rotate(${turn} ${167.5 * size} ${222 * size}) scale(${size})">${piece}</g>`
}

const banners = {
  linen: {
    height: 430,
    ground: '#d3dfdc',
    rings: '#bccdc9',
    label: 'The linen months. Dresses, shirts and soft trousers, just landed.',
    parts: [
      place('trousers', { base: '#e4dac6' }, '#d3dfdc', 528, 12, 0.98, 9),
      place('dress', { base: '#c4705a' }, '#d3dfdc', 362, -8, 1.02, -7),
      write('The linen', 48, 140, '#0f3640'),
      write('months', 48, 206, '#0f3640'),
      write('Dresses, shirts and', 50, 258, '#33484f'),
      write('soft trousers, just landed', 50, 290, '#33484f'),
      '<path d="M50 342H199" stroke="#0f3640" stroke-width="2"/>',
      write('SHOP NEW IN', 50, 332, '#0f3640'),
    ],
  },
  swim: {
    height: 300,
    ground: '#0f3640',
    rings: '#2a535d',
    label: 'Back in the water. Swim from $48.',
    parts: [
      place('swimsuit', { base: '#e08468' }, '#0f3640', 498, -40, 0.88, 10),
      place('swimsuit', { base: '#e9dcc3' }, '#0f3640', 368, -30, 0.84, -8),
      write('Back in the', 46, 116, '#ffffff'),
      write('water', 46, 172, '#ffffff'),
      write('Swim from $48', 48, 222, '#bfd3d3'),
    ],
  },
  coat: {
    height: 300,
    ground: '#e4dccd',
    rings: '#d3c8b3',
    label: 'Weather, sorted. Wool coats, heavy knits.',
    parts: [
      place('scarf', { base: '#a9bccb', accent: '#3c5a78', accent2: '#f4f1ea' }, '#e4dccd', 560, -20, 0.86, 16),
      place('coat', { base: '#3d5266', accent: '#20303e' }, '#e4dccd', 390, -6, 0.92, -6),
      write('Weather,', 46, 116, '#12252c'),
      write('sorted', 46, 172, '#12252c'),
      write('Wool coats, heavy knits', 48, 222, '#42555d'),
    ],
  },
  knit: {
    height: 300,
    ground: '#dbe5e2',
    rings: '#c5d4cf',
    label: 'For cold mornings. Cable knits from $89.',
    parts: [
      place('knit', { base: '#7d3d4c' }, '#dbe5e2', 540, -30, 0.86, 9),
      place('knit', { base: '#e2d5be' }, '#dbe5e2', 372, -34, 0.92, -7),
      write('For cold', 46, 116, '#0f3640'),
      write('mornings', 46, 172, '#0f3640'),
      write('Cable knits from $89', 48, 222, '#33484f'),
    ],
  },
  app: {
    height: 300,
    ground: '#123f4a',
    rings: '#2b5862',
    label: 'Harbor, in your pocket. Get the app.',
    parts: [
      place('bag', { base: '#9b5b35' }, '#123f4a', 530, -66, 0.88, 8),
      place('sneaker', { base: '#f1efe8', accent: '#2f6b62' }, '#123f4a', 372, -10, 0.82, -4),
      write('Harbor, in', 46, 116, '#ffffff'),
      write('your pocket', 46, 172, '#ffffff'),
      write('Get the app', 48, 222, '#bfd3d3'),
    ],
  },
} satisfies Record<string, Banner>
export type BannerName = keyof typeof banners
export const bannerNames = keysOf(banners)
export const bannerWidth = 780

export function bannerHeightOf(name: BannerName): number {
  return banners[name].height
}

/** Draws garments on a plain background with ripples behind them. */
export function drawBanner(name: BannerName): string {
  const { height, ground, rings, label, parts } = banners[name]
  const ripples = Array.from({ length: 12 }, (_, index) => {
    const radius = 38 + index * 38
    const length = 2 * Math.PI * radius
    const gap = Math.min(length * 0.16, 60 + index * 6)
    return `<circle cx="620" cy="${height + 10}" r="${radius}" fill="none" stroke="${rings}" stroke-width="1.6" stroke-dasharray="${(length - gap).toFixed(1)} ${gap.toFixed(1)}" transform="rotate(-38 620 ${height + 10})"/>`
  }).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${bannerWidth} ${height}" width="${bannerWidth}" height="${height}" role="img" aria-label="${label}"><rect width="${bannerWidth}" height="${height}" fill="${ground}"/>${ripples}${parts.join('')}</svg>`
}
