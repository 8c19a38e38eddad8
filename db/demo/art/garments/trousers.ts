import { both, fill, fold, type Garment, line, stitch, symmetric } from '../draw.ts'

export const trousers: Garment = (t, o, id) => {
  const X = 167.5
  const d = symmetric([
    ['M', 0, 58],
    ['L', 50, 56],
    ['C', 51, 68, 52, 76, 53, 84],
    ['C', 62, 116, 68, 146, 72, 176],
    ['C', 80, 250, 88, 330, 96, 394],
    ['C', 72, 402, 42, 403, 16, 398],
    ['C', 14, 330, 10, 240, 0, 186],
  ])
  return {
    sh: [d],
    defs: `<clipPath id="${id}b"><path d="${d}"/></clipPath>`,
    g: `${fill(
      symmetric([
        ['M', 0, 50],
        ['L', 46, 50],
        ['L', 50, 60],
        ['L', 0, 64],
      ]),
      t.s3,
    )}<rect x="${X - 12}" y="52" width="24" height="7" rx="1" fill="#fbfaf7" opacity=".9"/>
  ${fill(d, t.b)}<g clip-path="url(#${id}b)">
   ${both(`${fill(`M${X + 28} 86C${X + 36} 150 ${X + 44} 280 ${X + 54} 404L${X + 70} 404C${X + 58} 280 ${X + 46} 160 ${X + 33} 86Z`, t.s1, 'opacity=".7"')}
   ${fill(fold(X + 6, 190, X + 20, 290, X + 14, 404, 14), t.s2, 'opacity=".55"')}${fill(fold(X + 56, 110, X + 76, 250, X + 86, 404, 12), t.s1, 'opacity=".8"')}${fill(fold(X + 42, 100, X + 60, 250, X + 70, 404, 7), t.l1)}${fill(fold(X + 18, 110, X + 32, 250, X + 38, 404, 9), t.l1, 'opacity=".75"')}
   ${fill(fold(X + 2, 172, X + 26, 164, X + 46, 150, 3), t.s2, 'opacity=".45"')}${fill(fold(X + 3, 182, X + 28, 184, X + 50, 176, 4), t.s2, 'opacity=".3"')}
   ${fill(`M${X + 22} 82L${X + 27} 82L${X + 33} 132Z`, t.s3, 'opacity=".5"')}${fill(`M${X + 33} 82L${X + 38} 82L${X + 42} 122Z`, t.s3, 'opacity=".4"')}`)}
   ${fill(`M${X - 50} 80H${X + 54}V92C${X + 20} 94 ${X - 20} 94 ${X - 54} 92Z`, t.s2, 'opacity=".5"')}</g>
  ${both(`${line(`M${X + 29} 88C${X + 38} 170 ${X + 46} 290 ${X + 54} 400`, t.l2, 1.1, 'opacity=".85"')}${line(`M${X + 46} 86C${X + 50} 104 ${X + 56} 122 ${X + 65} 138`, t.s3, 1.1, 'opacity=".65"')}${stitch(`M${X + 43} 87C${X + 47} 106 ${X + 53} 125 ${X + 62} 141`, t.s3, 0.55)}${stitch(`M${X + 93} 388C${X + 72} 395 ${X + 42} 396 ${X + 18} 391`, t.s3, 0.5)}`)}
  ${line(`M${X} 84V186`, t.s3, 1, 'opacity=".6"')}${stitch(`M${X + 10} 84C${X + 10} 120 ${X + 9} 146 ${X + 2} 160`, t.s3, 0.6)}
  ${fill(`M${X - 51} 56C${X - 20} 60 ${X + 20} 60 ${X + 51} 56L${X + 54} 82C${X + 20} 86 ${X - 20} 86 ${X - 54} 82Z`, t.b)}${fill(`M${X + 2} 59.4C${X + 20} 59 ${X + 36} 58 ${X + 51} 56L${X + 54} 82C${X + 36} 84.6 ${X + 20} 85 ${X + 2} 85Z`, t.l1, 'opacity=".4"')}
  ${line(`M${X - 54} 82C${X - 20} 86 ${X + 20} 86 ${X + 54} 82`, t.s3, 0.9, 'opacity=".55"')}${stitch(`M${X - 51} 60C${X - 20} 64 ${X + 20} 64 ${X + 51} 60M${X - 53} 78.500C${X - 20} 82.5 ${X + 20} 82.5 ${X + 53} 78.5`, t.s3, 0.5)}
  ${[-36, -14, 24, 40].map((dx) => `<rect x="${X + dx - 3}" y="55" width="6" height="32" rx="1.6" fill="${t.s1}" stroke="${t.s3}" stroke-opacity=".4" stroke-width=".7"/>`).join('')}
  <circle cx="${X + 7}" cy="72" r="4" fill="${o.accent || '#d8c9a8'}" stroke="${t.s3}" stroke-width=".7"/><path d="M${X + 5.8} 72h.01M${X + 8.2} 72h.01" stroke="${t.d}" stroke-width="1.2" stroke-linecap="round"/>`,
  }
}
