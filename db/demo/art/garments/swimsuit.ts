import { both, fill, flip, fold, type Garment, line, stitch, symmetric } from '../draw.ts'

export const swimsuit: Garment = (t, _o, id) => {
  const X = 167.5
  const f = symmetric([
    ['M', 0, 168],
    ['C', 24, 166, 38, 146, 42, 112],
    ['L', 52, 112],
    ['C', 53, 138, 58, 152, 67, 162],
    ['C', 62, 190, 50, 212, 49, 236],
    ['C', 50, 262, 62, 282, 73, 300],
    ['C', 50, 316, 26, 344, 17, 380],
    ['C', 10, 385, 5, 386, 0, 386],
  ])
  const back = symmetric([
    ['M', 0, 146],
    ['C', 20, 146, 34, 132, 40, 112],
    ['L', 54, 112],
    ['C', 55, 134, 60, 150, 66, 160],
    ['L', 0, 190],
  ])
  const strap = `M${X + 40} 118C${X + 38} 98 ${X + 40} 82 ${X + 44} 68L${X + 55} 70C${X + 52} 84 ${X + 52} 100 ${X + 54} 118Z`
  return {
    sh: [f, strap, flip(strap)],
    defs: `<clipPath id="${id}b"><path d="${f}"/></clipPath><pattern id="${id}r" width="4.2" height="8" patternUnits="userSpaceOnUse"><rect width="1.5" height="8" fill="${t.s2}" opacity=".28"/></pattern>`,
    g: `${fill(back, t.s3)}<path d="M${X - 9} 152h18v8h-18z" fill="#fff" opacity=".85"/>
  ${both(fill(strap, t.b) + fill(`M${X + 48} 69L${X + 55} 70C${X + 52} 84 ${X + 52} 100 ${X + 54} 118L${X + 48} 118C${X + 46} 100 ${X + 46} 84 ${X + 48} 69Z`, t.s1))}
  ${fill(f, t.b)}<g clip-path="url(#${id}b)">${fill(f, `url(#${id}r)`)}
   ${fill(`M${X + 30} 160C${X + 26} 220 ${X + 34} 280 ${X + 14} 386H${X + 80}V160Z`, t.s1, 'opacity=".55"')}
   ${fill(fold(X - 62, 176, X - 30, 196, X + 20, 200, 2) + fold(X - 56, 200, X - 20, 214, X + 36, 210, 3), t.s2, 'opacity=".0"')}
   ${[
     [178, 8],
     [196, 9],
     [214, 9],
     [232, 8],
     [250, 8],
     [268, 7],
   ]
     .map(
       ([y = 0, h = 0]) =>
         fill(
           `M${X + 72} ${y - 4}C${X + 40} ${y + h} ${X + 16} ${y + h + 2} ${X - 8} ${y + h - 1}C${X + 16} ${y + h + 6} ${X + 44} ${y + h + 5} ${X + 72} ${y + 4}Z`,
           t.s2,
           'opacity=".5"',
         ) +
         fill(
           `M${X - 72} ${y}C${X - 44} ${y + h + 2} ${X - 24} ${y + h + 4} ${X - 2} ${y + h + 2}C${X - 24} ${y + h + 8} ${X - 46} ${y + h + 6} ${X - 72} ${y + 6}Z`,
           t.s2,
           'opacity=".38"',
         ),
     )
     .join('')}
   ${[
     [188, 8],
     [224, 8],
     [260, 8],
   ]
     .map(([y = 0, h = 0]) =>
       fill(
         `M${X - 70} ${y}C${X - 46} ${y + h} ${X - 26} ${y + h + 2} ${X - 8} ${y + h}C${X - 26} ${y + h + 4} ${X - 46} ${y + h + 3} ${X - 70} ${y + 4}Z`,
         t.l2,
         'opacity=".6"',
       ),
     )
     .join('')}
   ${fill(fold(X - 20, 290, X - 12, 330, X - 8, 386, 9), t.s1, 'opacity=".8"')}${fill(fold(X + 14, 286, X + 10, 330, X + 4, 386, 6), t.s2, 'opacity=".4"')}${fill(fold(X - 36, 284, X - 26, 316, X - 12, 372, 4), t.l2, 'opacity=".5"')}</g>
  ${both(`${line(`M${X} 168C${X + 24} 166 ${X + 38} 146 ${X + 42} 112`, t.l2, 1.5)}${stitch(`M${X} 173C${X + 28} 171 ${X + 43} 150 ${X + 46.5} 114`, t.s3, 0.5)}${stitch(`M${X + 70} 304C${X + 50} 318 ${X + 29} 344 ${X + 20.5} 378`, t.s3, 0.5)}${stitch(`M${X + 55} 120C${X + 56} 140 ${X + 58} 152 ${X + 64} 162`, t.s3, 0.5)}`)}
  ${both(`<g transform="translate(${X + 49} 68) rotate(8)"><path d="M-1 2C-5 16 -12 24 -14 36L-6 38C-4 26 2 16 2 4Z" fill="${t.s1}"/><path d="M1 2C6 14 10 24 10 34L18 31C16 20 10 8 4 1Z" fill="${t.b}"/><path d="M0 0C-12 -16 -26 -12 -23 -1C-20 9 -8 8 0 1Z" fill="${t.b}"/><path d="M-3 0C-11 -8 -18 -7 -17 -1C-14 5 -8 4 -3 1Z" fill="${t.s2}"/><path d="M0 0C11 -16 25 -13 23 -2C20 8 8 8 0 1Z" fill="${t.b}"/><path d="M3 0C10 -8 17 -8 17 -2C14 4 8 4 3 1Z" fill="${t.s2}"/><rect x="-5" y="-6" width="10" height="12" rx="4" fill="${t.l1}"/></g>`)}`,
  }
}
