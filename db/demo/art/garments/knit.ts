import { both, fill, flip, fold, type Garment, line, round, symmetric } from '../draw.ts'

export const knit: Garment = (t, _o, id) => {
  const X = 167.5
  const body = symmetric([
    ['M', 0, 104],
    ['C', 16, 102, 28, 92, 34, 78],
    ['C', 52, 84, 70, 92, 86, 102],
    ['C', 94, 120, 94, 150, 90, 176],
    ['C', 90, 230, 92, 270, 92, 312],
    ['C', 60, 320, 30, 321, 0, 321],
  ])
  const hem = symmetric([
    ['M', 0, 318],
    ['C', 30, 318, 60, 316, 92, 309],
    ['C', 91, 324, 88, 340, 86, 350],
    ['C', 60, 357, 30, 358, 0, 358],
  ])
  const slv = `M${X + 80} 98C${X + 104} 106 ${X + 114} 126 ${X + 121} 154C${X + 132} 198 ${X + 138} 240 ${X + 141} 280C${X + 130} 290 ${X + 112} 292 ${X + 101} 288C${X + 100} 250 ${X + 96} 214 ${X + 88} 178C${X + 80} 150 ${X + 76} 124 ${X + 80} 98Z`
  const cuff = `M${X + 101} 284C${X + 114} 290 ${X + 130} 287 ${X + 141} 278L${X + 137} 322C${X + 128} 330 ${X + 112} 331 ${X + 104} 328Z`
  const kn = (pid: string, rot: number, sz = 1) =>
    `<pattern id="${id}${pid}" width="6.4" height="5.4" patternUnits="userSpaceOnUse" patternTransform="rotate(${rot}) scale(${sz})"><path d="M.4.6L3.2 3.800L6 .6" fill="none" stroke="${t.s3}" stroke-width="1" opacity=".2" stroke-linecap="round"/></pattern>`
  const rib = (pid: string, rot: number, w = 5.6) =>
    `<pattern id="${id}${pid}" width="${w}" height="10" patternUnits="userSpaceOnUse" patternTransform="rotate(${rot})"><rect width="${w * 0.42}" height="10" fill="${t.s2}" opacity=".62"/><rect x="${w * 0.6}" width="${w * 0.22}" height="10" fill="${t.l2}" opacity=".5"/></pattern>`
  const cab = (cx: number) => {
    let s = ''
    for (let y = 112; y < 316; y += 26) {
      s += `<path d="M${cx - 8} ${y}C${cx - 8} ${y + 9} ${cx + 8} ${y + 15} ${cx + 8} ${y + 26}" fill="none" stroke="${t.s3}" stroke-opacity=".45" stroke-width="9.5"/><path d="M${cx - 8} ${y}C${cx - 8} ${y + 9} ${cx + 8} ${y + 15} ${cx + 8} ${y + 26}" fill="none" stroke="${t.l1}" stroke-width="7.5"/><path d="M${cx + 8} ${y}C${cx + 8} ${y + 9} ${cx - 8} ${y + 15} ${cx - 8} ${y + 26}" fill="none" stroke="${t.s3}" stroke-opacity=".5" stroke-width="9.5"/><path d="M${cx + 8} ${y}C${cx + 8} ${y + 9} ${cx - 8} ${y + 15} ${cx - 8} ${y + 26}" fill="none" stroke="${t.l1}" stroke-width="7.5"/><path d="M${cx + 6.5} ${y + 2}C${cx + 6} ${y + 10} ${cx - 9} ${y + 15} ${cx - 9} ${y + 25}" fill="none" stroke="${t.l2}" stroke-width="1.6" opacity=".8"/>`
    }
    return `<path d="M${cx - 17} 90V322M${cx + 17} 90V322" stroke="${t.s3}" stroke-opacity=".3" stroke-width="3"/>${s}`
  }
  return {
    sh: [body, hem, slv, flip(slv), cuff, flip(cuff)],
    defs: `<clipPath id="${id}b"><path d="${body}"/></clipPath><clipPath id="${id}s"><path d="${slv}"/></clipPath>${kn('k', 0)}${kn('j', -10)}${rib('r', 0)}${rib('c', -4)}`,
    g: `${fill(
      symmetric([
        ['M', 0, 80],
        ['C', 14, 80, 26, 79, 36, 76],
        ['C', 32, 94, 16, 106, 0, 108],
      ]),
      t.s2,
    )}${fill(
      symmetric([
        ['M', 0, 91],
        ['C', 14, 91, 24, 87, 31, 82],
        ['C', 26, 96, 14, 105, 0, 106],
      ]),
      t.s3,
    )}<rect x="${X - 10}" y="92" width="20" height="8" rx="1" fill="#fff" opacity=".88"/>
  ${both(`${fill(slv, t.b)}<g clip-path="url(#${id}s)">${fill(slv, `url(#${id}j)`)}${fill(fold(X + 84, 130, X + 104, 200, X + 102, 290, 12), t.s2, 'opacity=".5"')}${fill(fold(X + 104, 150, X + 122, 220, X + 124, 290, 9), t.s1, 'opacity=".8"')}${fill(fold(X + 96, 150, X + 114, 220, X + 116, 290, 5), t.l2, 'opacity=".55"')}${fill(fold(X + 89, 176, X + 108, 182, X + 118, 214, 8), t.s2, 'opacity=".45"')}${fill(`M${X + 74} 94L${X + 86} 102C${X + 82} 130 ${X + 88} 170 ${X + 98} 210L${X + 84} 200Z`, t.s2, 'opacity=".75"')}</g>${fill(cuff, t.b)}${fill(cuff, `url(#${id}c)`)}${fill(`M${X + 101} 284C${X + 114} 290 ${X + 130} 287 ${X + 141} 278L${X + 140} 286C${X + 130} 294 ${X + 114} 297 ${X + 102} 292Z`, t.s3, 'opacity=".3"')}`)}
  ${fill(body, t.b)}<g clip-path="url(#${id}b)">${fill(body, `url(#${id}k)`)}
   ${cab(X)}${cab(X - 50)}${cab(X + 50)}
   ${fill(`M${X + 74} 96L${X + 100} 96V330H${X + 82}C${X + 86} 260 ${X + 82} 180 ${X + 74} 96Z`, t.s2, 'opacity=".4"')}${fill(`M${X - 74} 96L${X - 100} 96V330H${X - 88}C${X - 90} 260 ${X - 84} 180 ${X - 74} 96Z`, t.s2, 'opacity=".3"')}
   ${fill(fold(X + 90, 176, X + 64, 184, X + 40, 214, -10), t.s2, 'opacity=".35"')}${fill(fold(X - 90, 176, X - 64, 184, X - 42, 214, 10), t.s2, 'opacity=".35"')}
   ${fill(`M${X - 95} 300C${X - 40} 310 ${X + 40} 310 ${X + 95} 298V330H${X - 95}Z`, t.s2, 'opacity=".35"')}</g>
  ${both(line(`M${X + 84} 102C${X + 93} 122 ${X + 93} 150 ${X + 89} 178`, t.s3, 1.2, 'opacity=".5"'))}
  ${fill(hem, t.b)}${fill(hem, `url(#${id}r)`)}${line(`M${X - 92} 310C${X - 60} 317 ${X - 30} 319 ${X} 319C${X + 30} 319 ${X + 60} 317 ${X + 92} 310`, t.s3, 1.2, 'opacity=".4"')}
  ${fill(`M${X - 34} 76C${X - 28} 92 ${X - 16} 103 ${X} 104C${X + 16} 103 ${X + 28} 92 ${X + 34} 76L${X + 43} 81C${X + 36} 102 ${X + 20} 118 ${X} 119C${X - 20} 118 ${X - 36} 102 ${X - 43} 81Z`, t.b)}
  ${Array.from({ length: 25 }, (_, i) => {
    const a = Math.PI * (0.1 + (0.8 * i) / 24)
    const cx = X - Math.cos(a) * 35,
      cy = 70 + Math.sin(a) * 34,
      ex = X - Math.cos(a) * 44,
      ey = 72 + Math.sin(a) * 47
    return `<path d="M${round(cx)} ${round(cy)}L${round(ex)} ${round(ey)}" stroke="${t.s2}" stroke-width="1.7" opacity=".6" stroke-linecap="round"/>`
  }).join('')}
  ${line(`M${X - 43} 81C${X - 36} 102 ${X - 20} 118 ${X} 119C${X + 20} 118 ${X + 36} 102 ${X + 43} 81`, t.s3, 1, 'opacity=".5"')}`,
  }
}
