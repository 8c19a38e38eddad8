import type { Garment } from '../draw.ts'

export const heel: Garment = (t, o, id) => {
  const ac = o.accent || '#c9a35c'
  const shoe = `<path d="M80 92C104 96 150 78 204 34C212 30 216 34 215 40C190 66 150 92 112 100Z" fill="${t.d}"/><path d="M100 97C134 92 172 70 206 38C196 64 150 92 112 100Z" fill="#e9ddcf" opacity=".85"/>
   <path d="M197 76C202 96 205 116 204 131C205 134 213 134 213.5 131C215 112 219 92 221 70Z" fill="${t.s2}"/><path d="M207 76C209 98 209.5 116 209 132C211 133.5 213.2 133 213.5 131C215 112 219 92 221 70Z" fill="${t.s3}" opacity=".7"/><path d="M203.5 130H214V136H203.500Z" fill="#2b2725"/>
   <path d="M4 128C24 131 60 131 88 130C122 128 152 104 198 84L200 78L90 118L6 122Z" fill="#3a3230"/>
   <path d="M3 126C1 121 6 116 14 112C40 104 62 98 78 88C84 94 100 100 116 98C150 92 178 68 206 36C212 28 222 32 224 42C226 56 224 68 220 78C206 86 196 84 186 88C150 104 124 124 92 127C60 129 22 129 3 126Z" fill="${t.b}"/>
   <g clip-path="url(#${id}u)"><path d="M0 118C60 124 110 122 150 98C180 80 206 78 230 66V130H0Z" fill="${t.s1}"/><path d="M150 100C178 84 206 82 226 66L226 88L150 120Z" fill="${t.s2}" opacity=".6"/><path d="M20 114C42 106 62 100 76 94" stroke="#fff" stroke-width="5" opacity=".35" fill="none" stroke-linecap="round"/><path d="M206 46C212 42 216 50 216 62" stroke="#fff" stroke-width="4" opacity=".28" fill="none" stroke-linecap="round"/><path d="M78 88C70 104 66 116 68 130L60 130C58 112 64 98 74 88Z" fill="${t.s2}" opacity=".4"/></g>
   <path d="M80 92C88 98 102 101.5 117 100C151 94 180 70 208 38" stroke="${t.s3}" stroke-width=".8" stroke-dasharray="2.4 1.8" fill="none" opacity=".7" transform="translate(1 3)"/>
   <path d="M78 88C84 94 100 100 116 98C150 92 178 68 206 36" stroke="${t.l2}" stroke-width="1.6" fill="none"/>
   <g transform="translate(66 92) rotate(-18)"><path d="M0 0C-13 -12 -24 -8 -22 1C-20 10 -8 8 0 1C8 8 20 10 22 1C24 -8 13 -12 0 0Z" fill="${t.b}" stroke="${t.s3}" stroke-opacity=".5" stroke-width=".8"/><path d="M-3 0C-10 -5 -16 -4 -15 1C-13 5 -8 4 -3 1ZM3 0C10 -5 16 -4 15 1C13 5 8 4 3 1Z" fill="${t.s2}"/><rect x="-4.5" y="-5" width="9" height="11" rx="2" fill="${ac}"/><rect x="-2.5" y="-3" width="3" height="7" rx="1" fill="#fff" opacity=".5"/></g>`
  const up =
    'M3 126C1 121 6 116 14 112C40 104 62 98 78 88C84 94 100 100 116 98C150 92 178 68 206 36C212 28 222 32 224 42C226 56 224 68 220 78C206 86 196 84 186 88C150 104 124 124 92 127C60 129 22 129 3 126Z'
  const s =
    'M3 126C1 121 6 116 14 112C40 104 62 98 78 88C120 94 178 68 206 34C222 28 228 50 221 76L214 136H203L198 86C150 106 122 130 90 131C60 132 22 132 3 128Z'
  return {
    raw: true,
    defs: `<clipPath id="${id}u"><path d="${up}"/></clipPath>`,
    g: `<g transform="translate(66 92) rotate(-6 115 70) scale(1.02)"><path d="${s}" class="s" transform="translate(4 9)"/>${shoe}</g><g transform="translate(34 218) rotate(1 115 70) scale(1.12)"><path d="${s}" class="s" transform="translate(4 10)"/>${shoe}</g>`,
  }
}
