import encodeQR from 'qr'

// 4 modules of white around the code: the quiet zone of the standard (ISO/IEC 18004).
const border = 4

/** Draws text as a QR code in SVG, black on white in both color schemes, since many cameras cannot read inverted codes. */
export function drawQrCode(text: string): string {
  const rows = encodeQR(text, 'raw', { border })
  const size = rows.length
  const path = rows.map((row, y) => drawRow(row, y)).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#000" d="${path}"/></svg>`
}

/** Draws each run of dark modules as one rectangle. */
function drawRow(row: readonly boolean[], y: number): string {
  let path = ''
  for (let x = 0; x < row.length; x++) {
    if (!row[x]) continue
    const start = x
    while (row[x + 1]) x++
    const width = x + 1 - start
    path += `M${start} ${y}h${width}v1h-${width}z`
  }
  return path
}
