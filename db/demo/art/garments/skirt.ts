import { fill, fold, type Garment, line, stitch, symmetric } from '../draw.ts'

export const skirt: Garment = (t, artStyle, id) => {
  const X = 167.5
  const cloth = symmetric([
    ['M', 0, 96],
    ['L', 48, 96],
    ['C', 60, 150, 92, 260, 110, 356],
    ['C', 78, 372, 40, 378, 0, 378],
  ])
  const band = symmetric([
    ['M', 0, 74],
    ['C', 20, 74, 36, 72, 47, 70],
    ['L', 49, 98],
    ['C', 36, 101, 20, 103, 0, 103],
  ])
  const pleats = [-40, -26, -12, 2, 16, 30, 44]
  return {
    sh: [cloth, band],
    defs: `<clipPath id="${id}b"><path d="${cloth}"/></clipPath>`,
    g: `${fill(cloth, t.b)}<g clip-path="url(#${id}b)">
      ${pleats.map((x) => fill(fold(X + x, 100, X + x * 1.6, 230, X + x * 2.35, 386, 15), t.s1)).join('')}
      ${pleats.map((x) => fill(fold(X + x + 3, 100, X + x * 1.6 + 8, 230, X + x * 2.35 + 16, 386, 6), t.l1)).join('')}
      ${pleats.map((x) => line(`M${X + x} 100Q${X + x * 1.6} 230 ${X + x * 2.35} 386`, t.s3, 1, 'opacity=".35"')).join('')}
      ${fill(`M${X + 30} 96C${X + 60} 200 ${X + 80} 300 ${X + 92} 390H${X + 130}V96Z`, t.s2, 'opacity=".4"')}</g>
      ${stitch(`M${X - 106} 350C${X - 76} 365 ${X - 40} 371 ${X} 371C${X + 40} 371 ${X + 76} 365 ${X + 106} 350`, t.s3, 0.55)}
      ${fill(band, artStyle.accent ?? t.s1)}${line(`M${X - 48} 98C${X - 30} 102 ${X + 30} 102 ${X + 48} 98`, t.s3, 1, 'opacity=".5"')}
      ${stitch(`M${X - 46} 75C${X - 30} 79 ${X + 30} 79 ${X + 46} 75`, t.s3, 0.5)}
      <circle cx="${X + 30}" cy="88" r="4" fill="${t.l2}" stroke="${t.s3}" stroke-width=".8"/>`,
  }
}
