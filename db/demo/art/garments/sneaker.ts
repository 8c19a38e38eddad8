import { type Garment, tones } from '../draw.ts'

export const sneaker: Garment = (t, o, id) => {
  const ac = tones(o.accent || '#2f6b62'),
    sole = '#fbfaf6',
    solesh = '#dcd8cc'
  const up =
    'M244 102C250 84 249 54 244 32C241 20 229 18 223 27C214 44 196 50 176 42C170 34 167 24 163 13C158 7 149 8 144 16C128 38 106 54 82 62C52 68 22 72 11 92C8 98 8 102 10 106L244 106Z'
  const shoe = `<g><path d="M6 100C4 110 6 122 16 125C70 129 180 129 240 125C251 124 255 112 252 100C170 108 80 108 6 100Z" fill="${sole}"/>
   <path d="M6 112C8 120 10 124 16 125C70 129 180 129 240 125C248 124 252 118 253 110C170 118 80 118 6 112Z" fill="${solesh}"/>
   <path d="M18 121.500C80 125.5 180 125.5 240 121" stroke="#b8b2a2" stroke-width="1" fill="none" stroke-dasharray="5 3" opacity=".8"/>
   <path d="M176 42C180 30 210 22 223 27C214 44 196 50 176 42Z" fill="${t.d}"/>
   <path d="M163 13C172 16 182 28 190 44C184 45 180 44 176 42Z" fill="${t.s3}"/>
   <path d="${up}" fill="${t.b}"/><g clip-path="url(#${id}u)">
    <path d="M0 82C60 104 180 100 260 84V110H0Z" fill="${t.s1}" opacity=".7"/>
    <path d="M60 110C66 92 62 78 52 66L0 70V110Z" fill="${t.l1}"/>
    <path d="M60 110C66 92 62 78 52 66L57 65C68 78 71 94 66 110Z" fill="${t.s2}" opacity=".7"/>
    <path d="M206 110C200 80 208 60 222 40L260 20V110Z" fill="${t.s1}"/>
    <path d="M228 24C238 34 240 48 240 58L256 56V14Z" fill="${ac.b}"/>
    <path d="M106 106C124 96 146 80 160 62L176 62C162 84 146 98 130 107Z" fill="${ac.b}"/><path d="M106 106C124 96 146 80 160 62L164 62C150 82 130 98 114 107Z" fill="${ac.l1}" opacity=".7"/>
    <path d="M82 62C108 54 128 38 146 14L178 44C164 60 146 72 118 80C102 84 88 78 82 62Z" fill="${t.l1}"/>
    <path d="M118 80C146 72 164 60 178 44L181 47C167 64 148 76 119 84Z" fill="${t.s2}" opacity=".55"/>
    <path d="M170 100C176 84 184 70 200 58" stroke="${t.s2}" stroke-width="5" opacity=".35" fill="none"/>
    <path d="M20 84C34 76 46 72 58 70" stroke="#fff" stroke-width="4" opacity=".55" fill="none" stroke-linecap="round"/></g>
   <path d="M92 72C112 66 138 52 154 34" stroke="${t.s3}" stroke-width=".9" stroke-dasharray="2.6 2" fill="none" opacity=".6"/>
   <path d="M210 102C205 80 212 62 225 44" stroke="${t.s3}" stroke-width=".9" stroke-dasharray="2.6 2" fill="none" opacity=".6"/>
   <path d="M64 104C69 92 66 80 58 69" stroke="${t.s3}" stroke-width=".9" stroke-dasharray="2.6 2" fill="none" opacity=".5"/>
   ${[24, 34, 14].map((_x, i) => `<circle cx="${26 + i * 9}" cy="${88 - i * 3.5}" r="1.1" fill="${t.s3}" opacity=".5"/>`).join('')}
   ${[
     [96, 58, 116, 74],
     [108, 52, 128, 69],
     [120, 44, 139, 62],
     [131, 35, 149, 54],
     [141, 25, 159, 45],
   ]
     .map(
       ([a = 0, b = 0, c = 0, d = 0]) =>
         `<path d="M${a} ${b}C${a + 6} ${b + 4} ${c - 4} ${d - 6} ${c} ${d}" stroke="${t.s3}" stroke-width="6" opacity=".35" fill="none" stroke-linecap="round"/><path d="M${a} ${b - 1}C${a + 6} ${b + 3} ${c - 4} ${d - 7} ${c} ${d - 1}" stroke="#fdfcf8" stroke-width="4.6" fill="none" stroke-linecap="round"/>`,
     )
     .join('')}
   <path d="M141 26C132 12 118 14 120 24C124 32 136 30 142 26C150 14 166 16 164 25C160 33 148 31 142 26" fill="none" stroke="#fdfcf8" stroke-width="3.2" stroke-linecap="round" transform="translate(4 -2)"/><path d="M146 26C140 38 132 42 126 52M147 26C156 36 156 44 164 52" stroke="#fdfcf8" stroke-width="3" fill="none" stroke-linecap="round"/>
   <path d="M10 100.500C80 108 180 108 250 100" stroke="${t.s3}" stroke-width="1.2" opacity=".45" fill="none"/></g>`
  const s = `M6 98C20 70 60 66 84 60C110 52 130 36 146 12C160 4 168 20 176 40C196 48 214 42 224 24C240 14 250 30 248 60L254 104C255 116 250 126 240 127C180 131 70 131 16 127C4 124 3 110 6 98Z`
  return {
    raw: true,
    defs: `<clipPath id="${id}u"><path d="${up}"/></clipPath>`,
    g: `<g transform="translate(54 112) rotate(-9 125 70) scale(.94)"><path d="${s}" class="s" transform="translate(3 9)"/>${shoe}</g><g transform="translate(36 226) rotate(-3 125 70) scale(1.03)"><path d="${s}" class="s" transform="translate(3 10)"/>${shoe}</g>`,
  }
}
