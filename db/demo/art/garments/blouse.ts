import { both, fill, flip, fold, type Garment, line, stitch, symmetric } from '../draw.ts'

export const blouse: Garment = (t, o, id) => {
  const X = 167.5,
    stc = o.accent || t.s2
  const body = symmetric([
    ['M', 0, 92],
    ['C', 14, 88, 24, 80, 30, 70],
    ['C', 46, 76, 66, 82, 84, 90],
    ['C', 92, 112, 90, 140, 88, 170],
    ['C', 88, 230, 90, 290, 90, 334],
    ['C', 80, 346, 66, 350, 54, 362],
    ['C', 38, 376, 18, 374, 0, 370],
  ])
  const slv = `M${X + 80} 87C${X + 100} 94 ${X + 110} 112 ${X + 118} 140C${X + 130} 186 ${X + 138} 240 ${X + 141} 292C${X + 130} 301 ${X + 112} 303 ${X + 103} 300C${X + 102} 260 ${X + 96} 214 ${X + 86} 172C${X + 82} 140 ${X + 78} 110 ${X + 80} 87Z`
  const cuff = `M${X + 102} 292C${X + 114} 298 ${X + 130} 295 ${X + 141} 288L${X + 143} 320C${X + 132} 329 ${X + 114} 331 ${X + 104} 327Z`
  const collar = `M${X + 29} 65C${X + 38} 70 ${X + 46} 78 ${X + 50} 88L${X + 30} 130C${X + 20} 122 ${X + 8} 108 ${X} 100C${X + 12} 94 ${X + 24} 84 ${X + 29} 65Z`
  const stripe = (rid: string, rot: number) =>
    `<pattern id="${id}${rid}" width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(${rot})"><rect width="1.6" height="9" fill="${stc}" opacity=".75"/></pattern>`
  return {
    sh: [body, slv, flip(slv), cuff, flip(cuff)],
    defs: `<clipPath id="${id}b"><path d="${body}"/></clipPath><clipPath id="${id}s"><path d="${slv}"/></clipPath>${stripe('p', 0)}${stripe('q', -9)}${stripe('r', 28)}${stripe('h', 90)}`,
    g: `${fill(
      symmetric([
        ['M', 0, 62],
        ['C', 14, 62, 24, 63, 30, 65],
        ['C', 30, 84, 18, 98, 0, 106],
      ]),
      t.s1,
    )}${fill(
      symmetric([
        ['M', 0, 80],
        ['C', 12, 80, 20, 76, 26, 71],
        ['C', 26, 84, 16, 98, 0, 106],
      ]),
      t.s3,
    )}<rect x="${X - 9}" y="85" width="18" height="7" rx="1" fill="#fff" opacity=".9"/>
  ${both(`${fill(slv, t.b)}${fill(slv, `url(#${id}q)`)}<g clip-path="url(#${id}s)">${fill(fold(X + 84, 120, X + 102, 180, X + 104, 300, 10), t.s2, 'opacity=".5"')}${fill(fold(X + 100, 150, X + 122, 220, X + 124, 300, 9), t.s1, 'opacity=".8"')}${fill(fold(X + 92, 150, X + 112, 220, X + 116, 300, 4), t.l2, 'opacity=".7"')}${fill(fold(X + 88, 168, X + 106, 176, X + 112, 206, 7), t.s2, 'opacity=".45"')}${fill(`M${X + 76} 84L${X + 84} 88C${X + 82} 120 ${X + 88} 160 ${X + 96} 196L${X + 84} 190Z`, t.s2, 'opacity=".7"')}</g>
   ${fill(cuff, t.b)}${fill(cuff, `url(#${id}h)`)}${line(`M${X + 102} 293C${X + 114} 299 ${X + 130} 296 ${X + 141} 289`, t.s3, 1, 'opacity=".55"')}${stitch(`M${X + 105} 323C${X + 116} 327 ${X + 131} 325 ${X + 141} 317`, t.s3, 0.6)}<circle cx="${X + 110}" cy="312" r="2.6" fill="#fdfcf9" stroke="${t.s3}" stroke-width=".7"/>`)}
  ${fill(body, t.b)}${fill(body, `url(#${id}p)`)}<g clip-path="url(#${id}b)">
   ${fill(fold(X + 70, 130, X + 58, 240, X + 62, 380, 14), t.s1, 'opacity=".75"')}${fill(fold(X - 62, 140, X - 54, 240, X - 70, 380, 12), t.s1, 'opacity=".75"')}${fill(fold(X + 34, 180, X + 26, 280, X + 30, 380, 12), t.s1, 'opacity=".7"')}${fill(fold(X - 28, 210, X - 34, 290, X - 40, 380, 10), t.s1, 'opacity=".7"')}
   ${fill(fold(X + 50, 150, X + 44, 260, X + 48, 380, 7), t.l2, 'opacity=".6"')}${fill(fold(X - 46, 150, X - 46, 260, X - 56, 380, 7), t.l2, 'opacity=".6"')}
   ${fill(fold(X + 88, 166, X + 66, 172, X + 44, 196, -8), t.s2, 'opacity=".4"')}${fill(fold(X - 88, 166, X - 66, 172, X - 46, 196, 8), t.s2, 'opacity=".4"')}
   ${fill(`M${X + 78} 90L${X + 100} 90V380H${X + 84}C${X + 84} 280 ${X + 80} 180 ${X + 78} 90Z`, t.s2, 'opacity=".35"')}</g>
  ${both(line(`M${X + 82} 90C${X + 90} 114 ${X + 89} 142 ${X + 87} 170`, t.s3, 1, 'opacity=".55"'))}
  ${fill(`M${X - 8} 100H${X + 8}V372C${X + 3} 372.5 ${X - 3} 372.5 ${X - 8} 372Z`, t.b)}${fill(`M${X - 8} 100H${X + 8}V372H${X - 8}Z`, `url(#${id}p)`)}${fill(`M${X + 8} 104H${X + 12}V372H${X + 8}Z`, t.s2, 'opacity=".5"')}${stitch(`M${X - 6} 110V371`, t.s3, 0.5)}${stitch(`M${X + 6} 110V371`, t.s3, 0.5)}
  ${[136, 178, 220, 262, 304, 344].map((y) => `<circle cx="${X}" cy="${y}" r="3.1" fill="#fdfcf9" stroke="${t.s3}" stroke-width=".7"/><path d="M${X - 1} ${y}h.01M${X + 1} ${y}h.01" stroke="${t.s3}" stroke-width="1" stroke-linecap="round"/>`).join('')}
  ${fill(`M${X + 30} 168H${X + 66}V204L${X + 48} 213L${X + 30} 204Z`, t.b)}${fill(`M${X + 30} 168H${X + 66}V204L${X + 48} 213L${X + 30} 204Z`, `url(#${id}p)`)}${line(`M${X + 30} 168V204L${X + 48} 213L${X + 66} 204V168`, t.s3, 0.8, 'opacity=".6"')}${stitch(`M${X + 31} 173H${X + 65}`, t.s3, 0.6)}
  ${stitch(`M${X - 87} 333C${X - 78} 342 ${X - 65} 346 ${X - 53} 357C${X - 38} 370 ${X - 18} 369 ${X - 8} 367M${X + 87} 333C${X + 78} 342 ${X + 65} 346 ${X + 53} 357C${X + 38} 370 ${X + 18} 369 ${X + 8} 367`, t.s3, 0.5)}
  ${both(`${fill(collar, t.s2, 'transform="translate(2 5)" opacity=".4"')}${fill(collar, t.b)}${fill(collar, `url(#${id}r)`)}${line(`M${X + 29} 66C${X + 38} 70 ${X + 46} 78 ${X + 50} 88L${X + 30} 130C${X + 20} 122 ${X + 8} 108 ${X} 100`, t.s3, 0.9, 'opacity=".55"')}${stitch(`M${X + 46} 88L${X + 29} 124C${X + 20} 117 ${X + 10} 106 ${X + 4} 101`, t.s3, 0.55)}`)}`,
  }
}
