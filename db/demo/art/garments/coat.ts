import { both, fill, flip, fold, type Garment, line, mirror, stitch, symmetric } from '../draw.ts'

export const coat: Garment = (t, o, id) => {
  const X = 167.5
  const body = symmetric([
    ['M', 0, 150],
    ['C', 8, 110, 20, 76, 30, 56],
    ['C', 46, 60, 66, 68, 82, 78],
    ['C', 90, 104, 86, 134, 80, 158],
    ['C', 78, 190, 72, 206, 72, 222],
    ['C', 80, 280, 92, 340, 98, 392],
    ['C', 66, 402, 30, 402, 0, 401],
  ])
  const slv = `M${X + 76} 74C${X + 98} 82 ${X + 108} 104 ${X + 113} 132C${X + 122} 186 ${X + 126} 240 ${X + 126} 292C${X + 116} 300 ${X + 98} 301 ${X + 88} 297C${X + 88} 250 ${X + 84} 204 ${X + 79} 160C${X + 74} 130 ${X + 72} 100 ${X + 76} 74Z`
  const lapel = `M${X + 30} 54C${X + 38} 58 ${X + 44} 64 ${X + 47} 70L${X + 58} 104L${X + 44} 110L${X + 56} 122C${X + 46} 150 ${X + 26} 186 ${X + 6} 214C${X + 2} 190 ${X + 2} 168 ${X + 4} 150C${X + 10} 112 ${X + 20} 80 ${X + 30} 54Z`
  return {
    sh: [body, slv, flip(slv)],
    defs: `<clipPath id="${id}b"><path d="${body}"/></clipPath><clipPath id="${id}s"><path d="${slv}"/></clipPath><pattern id="${id}h" width="6" height="6" patternUnits="userSpaceOnUse"><path d="M0 6L3 0L6 6" fill="none" stroke="${t.s3}" stroke-width=".5" opacity=".22"/></pattern>`,
    g: `${fill(
      symmetric([
        ['M', 0, 52],
        ['C', 14, 52, 24, 53, 31, 55],
        ['C', 28, 100, 10, 150, 0, 190],
      ]),
      t.s2,
    )}${fill(
      symmetric([
        ['M', 0, 70],
        ['C', 12, 70, 20, 66, 27, 60],
        ['C', 26, 100, 10, 150, 0, 190],
      ]),
      o.accent || t.d,
    )}<rect x="${X - 11}" y="78" width="22" height="9" rx="1" fill="#f7f3ea" opacity=".92"/><path d="M${X - 6} 82.5h12" stroke="${t.d}" stroke-width="1"/>
  ${both(`${fill(slv, t.b)}<g clip-path="url(#${id}s)">${fill(fold(X + 80, 110, X + 98, 190, X + 92, 300, 12), t.s1)}${fill(fold(X + 96, 130, X + 112, 210, X + 110, 300, 8), t.s1)}${fill(fold(X + 90, 120, X + 104, 200, X + 104, 300, 4), t.l1)}${fill(fold(X + 80, 162, X + 100, 172, X + 108, 204, 7), t.s2, 'opacity=".5"')}${fill(`M${X + 70} 72L${X + 80} 76C${X + 76} 110 ${X + 84} 150 ${X + 90} 190L${X + 76} 190Z`, t.s2, 'opacity=".8"')}${fill(slv, `url(#${id}h)`)}</g>${fill(`M${X + 88} 266C${X + 102} 272 ${X + 116} 270 ${X + 127} 264L${X + 127} 276C${X + 116} 282 ${X + 102} 284 ${X + 88} 278Z`, t.s1)}${line(`M${X + 88} 266C${X + 102} 272 ${X + 116} 270 ${X + 127} 264`, t.s3, 0.8, 'opacity=".5"')}<circle cx="${X + 107}" cy="276" r="3" fill="${t.d}"/>${stitch(`M${X + 89} 292C${X + 100} 296 ${X + 115} 295 ${X + 125} 288`, t.s3, 0.5)}`)}
  ${fill(body, t.b)}<g clip-path="url(#${id}b)">
   ${fill(fold(X + 48, 236, X + 58, 310, X + 60, 406, 16), t.s1)}${fill(fold(X - 50, 236, X - 60, 310, X - 80, 406, 16), t.s1)}${fill(fold(X - 22, 236, X - 28, 320, X - 36, 406, 14), t.s1)}${fill(fold(X + 62, 236, X + 76, 310, X + 84, 406, 14), t.s2, 'opacity=".6"')}
   ${fill(fold(X + 56, 236, X + 68, 310, X + 76, 406, 5), t.l1)}${fill(fold(X - 40, 236, X - 46, 310, X - 56, 406, 6), t.l1)}${fill(fold(X + 20, 236, X + 22, 320, X + 26, 406, 8), t.l1, 'opacity=".7"')}
   ${fill(fold(X + 78, 158, X + 60, 172, X + 40, 214, -8), t.s1)}${fill(fold(X - 78, 158, X - 62, 172, X - 44, 214, 8), t.s1)}
   ${fill(`M${X - 12} 190C${X - 14} 260 ${X - 18} 330 ${X - 20} 410L${X - 30} 410C${X - 26} 330 ${X - 20} 260 ${X - 16} 200Z`, t.s3, 'opacity=".35"')}
   ${fill(body, `url(#${id}h)`)}</g>
  ${line(`M${X - 12} 214C${X - 14} 270 ${X - 18} 330 ${X - 20} 399`, t.l2, 1.2, 'opacity=".8"')}${stitch(`M${X - 8} 240C${X - 10} 290 ${X - 13} 340 ${X - 15} 398`, t.s3, 0.5)}
  ${both(line(`M${X + 80} 78C${X + 86} 104 ${X + 85} 132 ${X + 79} 158`, t.s3, 1, 'opacity=".5"'))}
  ${both(`${fill(`M${X + 46} 276L${X + 81} 285L${X + 82} 300L${X + 47} 291Z`, t.s1)}${line(`M${X + 46} 276L${X + 81} 285L${X + 82} 300L${X + 47} 291Z`, t.s3, 0.8, 'opacity=".5"')}${stitch(`M${X + 48} 279.5L${X + 79} 287.5`, t.s3, 0.5)}`)}
  ${[
    [20, 178],
    [40, 262],
    [43, 322],
  ]
    .map(
      ([dx = 0, y = 0]) =>
        `<circle cx="${X + dx - 2}" cy="${y + 1.5}" r="5.2" fill="${t.s3}" opacity=".5"/><circle cx="${X + dx - 2}" cy="${y}" r="5.2" fill="${t.d}"/><circle cx="${X + dx - 2}" cy="${y}" r="3.1" fill="none" stroke="${t.s2}" stroke-width=".8"/>`,
    )
    .join('')}
  ${[
    [-38, 262],
    [-42, 322],
  ]
    .map(
      ([dx = 0, y = 0]) =>
        `<circle cx="${X + dx - 2}" cy="${y + 1.5}" r="5.2" fill="${t.s3}" opacity=".5"/><circle cx="${X + dx - 2}" cy="${y}" r="5.2" fill="${t.d}"/><circle cx="${X + dx - 2}" cy="${y}" r="3.1" fill="none" stroke="${t.s2}" stroke-width=".8"/>`,
    )
    .join('')}
  ${mirror(`${fill(lapel, t.s3, 'transform="translate(2 5)" opacity=".4"')}${fill(lapel, t.b)}${fill(lapel, `url(#${id}h)`)}${line(`M${X + 58} 104L${X + 44} 110L${X + 56} 122C${X + 46} 150 ${X + 26} 186 ${X + 6} 214`, t.s3, 0.9, 'opacity=".6"')}${stitch(`M${X + 51} 123C${X + 42} 148 ${X + 26} 178 ${X + 9} 204`, t.s3, 0.5)}${line(`M${X + 44} 110L${X + 20} 104`, t.s3, 0.9, 'opacity=".6"')}${fill(`M${X + 30} 54C${X + 20} 80 ${X + 10} 112 ${X + 4} 150C${X + 3} 160 ${X + 2} 172 ${X + 3} 186C${X + 10} 140 ${X + 22} 96 ${X + 36} 60Z`, t.l1, 'opacity=".7"')}`)}
  ${`${fill(lapel, t.s3, 'transform="translate(-2 5)" opacity=".4"')}${fill(`M${X + 30} 54C${X + 38} 58 ${X + 44} 64 ${X + 47} 70L${X + 58} 104L${X + 44} 110L${X + 56} 122C${X + 46} 154 ${X + 16} 196 ${X - 12} 224C${X - 10} 196 ${X - 2} 168 ${X + 4} 150C${X + 10} 112 ${X + 20} 80 ${X + 30} 54Z`, t.b)}${fill(`M${X + 30} 54C${X + 38} 58 ${X + 44} 64 ${X + 47} 70L${X + 58} 104L${X + 44} 110L${X + 56} 122C${X + 46} 154 ${X + 16} 196 ${X - 12} 224C${X - 10} 196 ${X - 2} 168 ${X + 4} 150C${X + 10} 112 ${X + 20} 80 ${X + 30} 54Z`, `url(#${id}h)`)}${line(`M${X + 58} 104L${X + 44} 110L${X + 56} 122C${X + 46} 154 ${X + 16} 196 ${X - 12} 224`, t.s3, 0.9, 'opacity=".6"')}${stitch(`M${X + 51} 123C${X + 40} 152 ${X + 14} 190 ${X - 8} 214`, t.s3, 0.5)}${line(`M${X + 44} 110L${X + 20} 104`, t.s3, 0.9, 'opacity=".6"')}${fill(`M${X + 30} 54C${X + 20} 80 ${X + 10} 112 ${X + 4} 150C${X + 1} 160 ${X - 4} 176 ${X - 8} 196C${X + 4} 150 ${X + 20} 100 ${X + 36} 60Z`, t.l1, 'opacity=".7"')}`}
  ${fill(`M${X - 73} 216C${X - 30} 226 ${X + 30} 226 ${X + 73} 216L${X + 75} 236C${X + 30} 247 ${X - 30} 247 ${X - 75} 236Z`, t.s3, 'opacity=".35" transform="translate(0 4)"')}
  ${fill(`M${X - 73} 214C${X - 30} 224 ${X + 30} 224 ${X + 73} 214L${X + 74} 233C${X + 30} 244 ${X - 30} 244 ${X - 74} 233Z`, t.s1)}${stitch(`M${X - 72} 217C${X - 30} 227 ${X + 30} 227 ${X + 72} 217M${X - 73} 230C${X - 30} 241 ${X + 30} 241 ${X + 73} 230`, t.s3, 0.6)}
  ${fill(`M${X + 4} 222C${X + 10} 262 ${X + 2} 292 ${X + 6} 322L${X + 22} 318C${X + 18} 290 ${X + 26} 258 ${X + 20} 222Z`, t.s1)}${fill(`M${X + 12} 226C${X + 18} 262 ${X + 10} 292 ${X + 13} 320L${X + 22} 318C${X + 18} 290 ${X + 26} 258 ${X + 20} 222Z`, t.s2, 'opacity=".6"')}
  <rect x="${X - 2}" y="215" width="27" height="31" rx="4" fill="none" stroke="${t.d}" stroke-width="4"/><path d="M${X + 11} 216V245" stroke="${t.d}" stroke-width="2.4"/>
  ${stitch(`M${X - 95} 388C${X - 60} 396 ${X - 40} 397 ${X - 22} 397M${X - 14} 397C${X + 20} 398 ${X + 60} 396 ${X + 95} 388`, t.s3, 0.5)}`,
  }
}
