import { both, fill, type Garment, line, stitch, symmetric } from '../draw.ts'

export const bag: Garment = (t, o, id) => {
  const X = 167.5,
    ac = o.accent || '#c7a25a'
  const body = symmetric([
    ['M', 0, 204],
    ['L', 78, 204],
    ['C', 92, 204, 97, 212, 99, 224],
    ['C', 104, 268, 108, 312, 110, 344],
    ['C', 111, 362, 102, 371, 86, 372],
    ['C', 50, 375, 24, 375, 0, 375],
  ])
  const flap = symmetric([
    ['M', 0, 196],
    ['L', 78, 196],
    ['C', 94, 196, 99, 204, 100, 218],
    ['C', 104, 262, 92, 296, 54, 306],
    ['C', 34, 311, 16, 312, 0, 312],
  ])
  const strap = `M${X - 80} 214C${X - 86} 150 ${X - 62} 74 ${X} 70C${X + 62} 74 ${X + 86} 150 ${X + 80} 214`
  return {
    sh: [body, flap],
    shx: `<path d="${strap}" fill="none" stroke="#000" stroke-width="12"/>`,
    defs: `<clipPath id="${id}b"><path d="${body}"/></clipPath><clipPath id="${id}f"><path d="${flap}"/></clipPath>`,
    g: `${line(strap, t.s3, 13)}${line(strap, t.s1, 10.5)}${line(`M${X - 76.5} 210C${X - 82} 150 ${X - 60} 78 ${X} 74C${X + 60} 78 ${X + 82} 150 ${X + 76.5} 210`, t.l1, 2, 'opacity=".7"')}${stitch(`M${X - 83} 206C${X - 88} 148 ${X - 64} 70.5 ${X} 67C${X + 64} 70.5 ${X + 88} 148 ${X + 83} 206`, t.l2, 0.6)}
  ${fill(body, t.b)}<g clip-path="url(#${id}b)">${fill(`M${X - 120} 330C${X - 60} 350 ${X + 60} 350 ${X + 120} 326V380H${X - 120}Z`, t.s1)}${fill(`M${X + 84} 204C${X + 94} 260 ${X + 98} 320 ${X + 96} 380H${X + 120}V204Z`, t.s2, 'opacity=".7"')}${fill(`M${X - 84} 204C${X - 92} 260 ${X - 94} 320 ${X - 92} 380H${X - 120}V204Z`, t.s1)}${fill(flap, t.s3, 'transform="translate(0 9)" opacity=".45"')}</g>
  ${stitch(`M${X - 104} 330C${X - 106} 358 ${X - 100} 366 ${X - 84} 367C${X - 50} 370 ${X + 50} 370 ${X + 84} 367C${X + 100} 366 ${X + 106} 358 ${X + 104} 330`, t.l2, 0.7)}
  ${fill(flap, t.b)}<g clip-path="url(#${id}f)">${fill(`M${X - 110} 190H${X + 110}V214C${X + 50} 206 ${X - 50} 206 ${X - 110} 214Z`, t.l1)}${fill(`M${X + 60} 190C${X + 80} 230 ${X + 70} 280 ${X + 30} 316L${X + 120} 316V190Z`, t.s1, 'opacity=".8"')}${fill(`M${X - 86} 222C${X - 80} 262 ${X - 64} 286 ${X - 40} 296`, 'none')}${line(`M${X - 84} 222C${X - 82} 256 ${X - 68} 280 ${X - 44} 290`, '#ffffff', 7, 'opacity=".16"')}</g>
  ${stitch(`M${X - 94} 212C${X - 99} 260 ${X - 86} 292 ${X - 52} 301C${X - 34} 306 ${X - 16} 307 ${X} 307C${X + 16} 307 ${X + 34} 306 ${X + 52} 301C${X + 86} 292 ${X + 99} 260 ${X + 94} 212`, t.l2, 0.8)}
  ${line(`M${X - 100} 218C${X - 104} 262 ${X - 92} 296 ${X - 54} 306C${X - 34} 311 ${X - 16} 312 ${X} 312C${X + 16} 312 ${X + 34} 311 ${X + 54} 306C${X + 92} 296 ${X + 104} 262 ${X + 100} 218`, t.s3, 1.2, 'opacity=".55"')}
  ${both(`<g><rect x="${X + 70}" y="203" width="20" height="24" rx="3.5" fill="${t.s1}" stroke="${t.s3}" stroke-opacity=".4" stroke-width=".8"/><rect x="${X + 72.5}" y="194" width="15" height="13" rx="4" fill="none" stroke="${ac}" stroke-width="3"/><circle cx="${X + 80}" cy="219" r="2.3" fill="${ac}"/></g>`)}
  <g><rect x="${X - 17}" y="283" width="34" height="44" rx="7" fill="${t.s3}" opacity=".45" transform="translate(1 4)"/><rect x="${X - 17}" y="281" width="34" height="44" rx="7" fill="${t.s1}"/><rect x="${X - 13.5}" y="284.5" width="27" height="37" rx="4.5" fill="none" stroke="${t.l2}" stroke-width=".8" stroke-dasharray="2.6 2" opacity=".7"/><circle cx="${X}" cy="303" r="9" fill="${ac}"/><circle cx="${X}" cy="303" r="9" fill="none" stroke="#7d5f23" stroke-opacity=".45"/><path d="M${X - 5.5} 299.500A7 7 0 0 1 ${X + 4} 297.5" stroke="#fff" stroke-opacity=".75" stroke-width="1.8" fill="none" stroke-linecap="round"/><rect x="${X - 1.3}" y="298.5" width="2.6" height="9" rx="1.3" fill="#7d5f23" opacity=".7"/></g>`,
  }
}
