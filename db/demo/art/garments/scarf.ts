import { fill, fold, type Garment, round, stitch, type Tones, tones } from '../draw.ts'

export const scarf: Garment = (t, o, id) => {
  const _X = 167.5,
    ac = tones(o.accent || '#b5533c'),
    ac2 = tones(o.accent2 || '#f3ead8')
  const A =
    'M132 66C150 56 176 56 190 70C200 82 204 104 206 130C212 200 222 276 232 344L160 356C150 280 142 204 132 140C128 112 122 82 132 66Z' // front leg
  const B =
    'M130 68C116 80 108 104 104 132C96 206 88 262 78 318L150 330C158 270 166 206 172 146C175 114 180 92 188 72C170 56 146 56 130 68Z' // back leg
  const fr = (x0: number, y0: number, x1: number, y1: number, dx: number, dy: number, nn: number, c: Tones) =>
    Array.from({ length: nn }, (_, i) => {
      const k = i / (nn - 1),
        x = x0 + (x1 - x0) * k,
        y = y0 + (y1 - y0) * k,
        w = (((i * 7) % 5) - 2) * 0.9
      return `<path d="M${round(x)} ${round(y)}C${round(x + dx * 0.3 + w)} ${round(y + dy * 0.4)} ${round(x + dx * 0.6 - w)} ${round(y + dy * 0.7)} ${round(x + dx + w)} ${round(y + dy)}" stroke="${i % 3 === 1 ? c.s1 : i % 3 === 2 ? c.b : c.l1}" stroke-width="2.5" fill="none" stroke-linecap="round"/><circle cx="${round(x + dx * 0.1)}" cy="${round(y + dy * 0.14)}" r="1.9" fill="${c.s1}"/>`
    }).join('')
  const chk = (pid: string, rot: number) =>
    `<pattern id="${id}${pid}" width="46" height="46" patternUnits="userSpaceOnUse" patternTransform="rotate(${rot})"><rect x="0" width="15" height="46" fill="${ac.b}" opacity=".55"/><rect y="0" width="46" height="15" fill="${ac.b}" opacity=".55"/><rect x="28" width="3" height="46" fill="${ac2.b}" opacity=".9"/><rect y="28" width="46" height="3" fill="${ac2.b}" opacity=".9"/><rect x="36" width="1.5" height="46" fill="${t.d}" opacity=".45"/><rect y="36" width="46" height="1.5" fill="${t.d}" opacity=".45"/></pattern><pattern id="${id}t" width="3" height="3" patternUnits="userSpaceOnUse"><path d="M0 3L3 0" stroke="${t.d}" stroke-width=".4" opacity=".25"/></pattern>`
  return {
    sh: [A, B],
    defs: `<clipPath id="${id}a"><path d="${A}"/></clipPath><clipPath id="${id}b"><path d="${B}"/></clipPath>${chk('c', 8.5)}${chk('e', -8)}`,
    g: `${fr(80, 320, 148, 331, -7, 42, 15, t)}${fill(B, t.s1)}<g clip-path="url(#${id}b)">${fill(B, `url(#${id}c)`)}${fill(B, `url(#${id}t)`)}${fill(fold(126, 90, 112, 210, 98, 336, 16), t.s2, 'opacity=".45"')}${fill('M150 60C170 140 160 240 140 340H190V60Z', t.d, 'opacity=".25"')}${fill(fold(116, 110, 104, 210, 90, 330, 7), '#ffffff', 'opacity=".18"')}</g>
  <g>${fr(161, 354, 231, 343, 8, 44, 15, t)}</g>
  ${fill(A, t.d, `opacity=".28" transform="translate(-6 7)" clip-path="url(#${id}b)"`)}
  ${fill(A, t.b)}<g clip-path="url(#${id}a)">${fill(A, `url(#${id}e)`)}${fill(A, `url(#${id}t)`)}
   ${fill(fold(150, 74, 164, 210, 178, 360, 18), t.d, 'opacity=".16"')}${fill(fold(178, 84, 192, 210, 212, 352, 16), t.d, 'opacity=".2"')}${fill(fold(166, 80, 180, 210, 200, 356, 8), '#ffffff', 'opacity=".22"')}${fill(fold(140, 80, 150, 210, 164, 356, 6), '#ffffff', 'opacity=".22"')}
   ${fill('M120 60C150 44 190 50 204 100C184 74 150 70 128 100Z', '#ffffff', 'opacity=".16"')}${fill('M128 96C150 74 184 80 205 118L206 132C186 96 150 88 130 124Z', t.d, 'opacity=".14"')}</g>
  ${stitch('M163 350C188 347 210 344 229 339', t.d, 0.4)}`,
  }
}
