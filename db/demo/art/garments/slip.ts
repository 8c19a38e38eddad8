import { both, fill, fold, type Garment, line, stitch, symmetric } from '../draw.ts'

export const slip: Garment = (t, _look, id) => {
  const X = 167.5
  const front = symmetric([
    ['M', 0, 150],
    ['C', 14, 146, 30, 124, 42, 104],
    ['C', 52, 118, 62, 130, 66, 150],
    ['C', 62, 182, 52, 200, 52, 226],
    ['C', 58, 272, 76, 316, 86, 366],
    ['C', 58, 378, 28, 382, 0, 382],
  ])
  const back = symmetric([
    ['M', 0, 132],
    ['C', 26, 132, 48, 138, 65, 150],
    ['L', 0, 190],
  ])
  const strap = `M${X + 41} 106C${X + 38} 84 ${X + 30} 66 ${X + 26} 58L${X + 30} 57C${X + 36} 66 ${X + 43} 84 ${X + 44} 106Z`
  const lace = Array.from({ length: 13 }, (_, i) => {
    const x = X - 78 + i * 13
    const y = 370 - Math.abs(i - 6) * 1.8
    return `<circle cx="${x}" cy="${y + 8}" r="7.5" fill="${t.l2}" opacity=".85"/><circle cx="${x}" cy="${y + 8}" r="3" fill="none" stroke="${t.s2}" stroke-width=".8"/>`
  }).join('')
  return {
    sh: [front],
    defs: `<clipPath id="${id}b"><path d="${front}"/></clipPath>`,
    g: `${fill(back, t.s3)}${both(fill(strap, t.s1))}${lace}${fill(front, t.b)}<g clip-path="url(#${id}b)">
      ${[-46, -18, 16, 44].map((x) => fill(fold(X + x * 0.7, 160, X + x, 270, X + x * 1.4, 390, 12), t.s1)).join('')}
      ${[-32, 2, 30].map((x) => fill(fold(X + x * 0.7, 170, X + x, 270, X + x * 1.3, 390, 6), t.l1)).join('')}
      ${fill(`M${X + 40} 130C${X + 46} 220 ${X + 58} 300 ${X + 70} 390H${X + 100}V130Z`, t.s2, 'opacity=".45"')}
      ${fill(`M${X - 12} 160C${X - 20} 220 ${X - 30} 300 ${X - 34} 390L${X - 26} 390C${X - 20} 300 ${X - 10} 220 ${X - 4} 160Z`, '#ffffff', 'opacity=".22"')}</g>
      ${both(`${line(`M${X} 150C${X + 14} 146 ${X + 30} 124 ${X + 42} 104`, t.l2, 2)}${stitch(`M${X} 156C${X + 18} 151 ${X + 33} 130 ${X + 43} 112`, t.s3, 0.5)}`)}
      ${stitch(`M${X - 84} 358C${X - 56} 370 ${X - 28} 374 ${X} 374C${X + 28} 374 ${X + 56} 370 ${X + 84} 358`, t.s3, 0.55)}
      <path d="M${X} 152C${X - 9} 144 ${X - 13} 150 ${X - 10} 155C${X - 6} 159 ${X - 2} 156 ${X} 153C${X + 2} 156 ${X + 6} 159 ${X + 10} 155C${X + 13} 150 ${X + 9} 144 ${X} 152Z" fill="${t.s2}"/>`,
  }
}
