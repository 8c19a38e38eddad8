import { Buffer } from 'node:buffer'
import PDFDocument from 'pdfkit'
import encodeQR from 'qr'
import type { FontSet } from './load-fonts.ts'
import { arrangeLine, type Direction, features, type Run, type TextStyle, widthOf, wrapText } from './text-runs.ts'

/** Points per millimeter. All positions of papers are in millimeters from the top left corner. */
const pt = 72 / 25.4
const pxToMm = 25.4 / 72

export const colors = {
  ink: '#12252C',
  ink2: '#42555D',
  mark: '#0F3640',
  row: '#8D9A9F',
  head: '#77888E',
  black: '#000000',
} as const
export type Color = keyof typeof colors

export const styles = {
  hero: { font: 'display', size: 27, line: 1.05 },
  section: { font: 'display', size: 14, line: 1.2 },
  brand: { font: 'display', size: 19, line: 1 },
  smallBrand: { font: 'display', size: 14, line: 1 },
  gift: { font: 'display', size: 19, line: 1.36 },
  packerGift: { font: 'display', size: 13, line: 1.4 },
  lead: { font: 'medium', size: 11, line: 1.4 },
  address: { font: 'regular', size: 10, line: 1.42 },
  addressBold: { font: 'bold', size: 10, line: 1.42 },
  body: { font: 'regular', size: 9, line: 1.42 },
  bodyBold: { font: 'bold', size: 9, line: 1.42 },
  bodyMedium: { font: 'medium', size: 9, line: 1.42 },
  tight: { font: 'regular', size: 8.5, line: 1.42 },
  tightBold: { font: 'bold', size: 8.5, line: 1.42 },
  item: { font: 'bold', size: 9.5, line: 1.35 },
  total: { font: 'bold', size: 14, line: 1.2 },
  totalName: { font: 'bold', size: 10, line: 1.2 },
  big: { font: 'bold', size: 13, line: 1 },
  number: { font: 'bold', size: 21, line: 1.15 },
  scan: { font: 'bold', size: 11, line: 1.3 },
  small: { font: 'regular', size: 8, line: 1.42 },
  head: { font: 'medium', size: 8, line: 1.3 },
  sender: { font: 'regular', size: 6.5, line: 1.2 },
  foot: { font: 'regular', size: 7, line: 1.5 },
  footBold: { font: 'bold', size: 7, line: 1.5 },
} satisfies Record<string, TextStyle & { line: number }>
export type StyleName = keyof typeof styles

/** Right-aligned figures line up in right-to-left scripts too, so `right` is not mirrored. */
export type Align = 'start' | 'end' | 'center' | 'right'
export type Box = { x: number; y: number; width: number }
type WriteOptions = { align?: Align; color?: Color; direction?: Direction; maxLines?: number }

export type PaperOptions = {
  title: string
  language: string
  direction: Direction
  isLetter: boolean
  issuedAt: Date
  fonts: FontSet
}

type Element = PDFKit.PDFStructureElement
type Attachment = { name: string; bytes: Uint8Array; type: string; description: string }

/** A tagged PDF (PDF/A-3a and PDF/UA-1) with the styles of the shop's papers. */
export class Paper {
  readonly width: number
  readonly height: number
  readonly direction: Direction
  readonly #language: string
  readonly #fonts: FontSet
  readonly #pdf: PDFKit.PDFDocument
  readonly #chunks: Uint8Array[] = []
  readonly #open: Element[] = []
  readonly #runs = new Map<string, Run[]>()
  readonly #pictures = new Map<Uint8Array, object>()
  readonly #metadata: Metadata[] = [uaMetadata]

  constructor({ title, language, direction, isLetter, issuedAt, fonts }: PaperOptions) {
    this.width = isLetter ? 215.9 : 210
    this.height = isLetter ? 279.4 : 297
    this.direction = direction
    this.#language = language
    this.#fonts = fonts
    this.#pdf = new PDFDocument({
      size: [this.width * pt, this.height * pt],
      margin: 0,
      autoFirstPage: false,
      bufferPages: true,
      pdfVersion: '1.7',
      subset: 'PDF/A-3a',
      tagged: true,
      lang: language,
      displayTitle: true,
      // The library writes the title into XML without escaping it.
      info: { Title: title.replace(/[<>&]/g, ' '), Creator: 'Harbor', Producer: 'Harbor', CreationDate: issuedAt },
    })
    this.#pdf.on('data', (chunk: Uint8Array) => this.#chunks.push(chunk))
    for (const { name, font } of fonts.all) this.#pdf.registerFont(name, font as unknown as Buffer)
    const root = this.#pdf.struct('Document')
    this.#pdf.addStructure(root)
    this.#open.push(root)
  }

  addPage(): void {
    this.#pdf.addPage()
  }

  get pageCount(): number {
    return this.#pdf.bufferedPageRange().count
  }

  /** Draws on a page again, after all pages exist. */
  goToPage(index: number): void {
    this.#pdf.switchToPage(index)
  }

  /** Opens a structure element around the elements that `draw` adds. */
  group(type: string, draw: () => void, options: ElementOptions = {}): void {
    const element = this.#pdf.struct(type, options)
    this.#open.at(-1)?.add(element)
    this.#open.push(element)
    draw()
    this.#open.pop()
    element.end()
  }

  /** Adds a structure element whose content `draw` draws. */
  leaf(type: string, draw: () => void, options: ElementOptions = {}): void {
    const element = this.#pdf.struct(type, options)
    this.#open.at(-1)?.add(element)
    element.add(draw)
    element.end()
  }

  /** Draws something that a screen reader skips: rules, repeated heads, page numbers. */
  artifact(draw: () => void, type: 'Layout' | 'Pagination' = 'Layout'): void {
    this.#pdf.markContent('Artifact', { type })
    draw()
    this.#pdf.endMarkedContent()
  }

  /** Mirrors a box on pages in right-to-left scripts. */
  place(box: Box): Box {
    return this.direction === 'ltr' ? box : { ...box, x: this.width - box.x - box.width }
  }

  measure(text: string, style: StyleName): number {
    return widthOf(this.#arrange(text, style, this.direction)) * pxToMm
  }

  /** Height of a line in millimeters. */
  lineHeight(style: StyleName): number {
    const { size, line } = this.#styleOf(style)
    return size * line * pxToMm
  }

  wrap(text: string, style: StyleName, width: number, maxLines = 20): string[] {
    const lines = wrapText(text, width, (part) => this.measure(part, style))
    return lines.length <= maxLines ? lines : [...lines.slice(0, maxLines - 1), `${lines[maxLines - 1]}…`]
  }

  /** Writes wrapped text and returns the position below its last line. */
  write(text: string, style: StyleName, box: Box, options: WriteOptions = {}): number {
    let y = box.y
    for (const line of this.wrap(text, style, box.width, options.maxLines)) {
      y = this.writeLine(line, style, { ...box, y }, options)
    }
    return y
  }

  /** Writes one line without wrapping and returns the position below it. */
  writeLine(text: string, style: StyleName, box: Box, options: WriteOptions = {}): number {
    const { align = 'start', color = 'ink', direction = this.direction } = options
    const runs = this.#arrange(text, style, direction)
    const { x, y, width } = this.place(box)
    const taken = widthOf(runs) * pxToMm
    const isRight = align === 'right' || (align === 'start') === (this.direction === 'rtl')
    const free = align === 'center' ? (width - taken) / 2 : isRight ? width - taken : 0
    const { font, size, line } = this.#styleOf(style)
    const { ascent, descent } = font === 'display' ? displayMetrics : textMetrics
    const baseline = y * pt + (size * line - size * (ascent + descent)) / 2 + size * ascent
    let at = (x + free) * pt
    this.#pdf.fillColor(colors[color]).fontSize(size)
    for (const run of runs) {
      this.#pdf.font(run.font.name).text(run.text, at, baseline, { lineBreak: false, baseline: 'alphabetic', features })
      at += run.width
    }
    return y + size * line * pxToMm
  }

  /** Draws a horizontal line. */
  rule(box: Box, width: number, color: Color): void {
    const { x, y, width: length } = this.place(box)
    this.artifact(() => {
      this.#pdf
        .lineWidth(width)
        .strokeColor(colors[color])
        .moveTo(x * pt, y * pt)
        .lineTo((x + length) * pt, y * pt)
        .stroke()
    })
  }

  /** Draws a line at the same side of the page in every script: fold marks are cut into paper, not into a text. */
  mark(x: number, y: number, length: number): void {
    this.artifact(() => {
      this.#pdf
        .lineWidth(0.4)
        .strokeColor(colors.head)
        .moveTo(x * pt, y * pt)
        .lineTo((x + length) * pt, y * pt)
        .stroke()
    })
  }

  /** Draws an empty square to tick. */
  tickBox(x: number, y: number, size: number): void {
    const place = this.place({ x, y, width: size })
    this.artifact(() => {
      this.#pdf
        .lineWidth(0.8)
        .strokeColor(colors.ink)
        .rect(place.x * pt, y * pt, size * pt, size * pt)
        .stroke()
    })
  }

  /** Draws a JPEG picture inside a box without changing its proportions. The file contains the same picture once. */
  picture(bytes: Uint8Array, box: Box & { height: number }): void {
    const { x } = this.place(box)
    const picture = this.#pictures.get(bytes) ?? (this.#pdf as unknown as PictureReader).openImage(Buffer.from(bytes))
    this.#pictures.set(bytes, picture)
    this.artifact(() => {
      this.#pdf.image(picture as Buffer, x * pt, box.y * pt, {
        fit: [box.width * pt, box.height * pt],
        align: 'center',
        valign: 'center',
      })
      this.#pdf
        .lineWidth(0.4)
        .strokeColor(colors.head)
        .rect(x * pt, box.y * pt, box.width * pt, box.height * pt)
        .stroke()
    })
  }

  /** Draws the wave mark of Harbor in a square. */
  waveMark(x: number, y: number, size: number): void {
    const place = this.place({ x, y, width: size })
    const scale = (size * pt) / 24
    this.#pdf.save()
    this.#pdf.translate(place.x * pt, y * pt).scale(scale)
    this.#pdf.lineWidth(1.5).lineCap('round').lineJoin('round').strokeColor(colors.mark)
    for (const path of wavePaths) this.#pdf.path(path).stroke()
    this.#pdf.restore()
  }

  /** Draws a QR code (level M) without its quiet zone, which the page around it gives. */
  qrCode(text: string, x: number, y: number, size: number): void {
    // The library demands a border, and the paper already has one.
    const rows = encodeQR(text, 'raw', { border: 1, ecc: 'medium' })
      .slice(1, -1)
      .map((row) => row.slice(1, -1))
    const place = this.place({ x, y, width: size })
    const module = size / rows.length
    for (const [rowIndex, row] of rows.entries()) {
      for (let start = 0; start < row.length; start++) {
        if (!row[start]) continue
        let end = start
        while (row[end + 1]) end++
        const width = (end + 1 - start) * module
        this.#pdf.rect((place.x + start * module) * pt, (y + rowIndex * module) * pt, width * pt, module * pt)
        start = end
      }
    }
    this.#pdf.fill(colors.black)
  }

  /** Draws a QR code that is also a link, as a figure with an alternative text. */
  linkedQrCode(target: { text: string; link: string | null; alt: string }, x: number, y: number, size: number): void {
    const draw = () => this.qrCode(target.text, x, y, size)
    const place = this.place({ x, y, width: size })
    const bbox = [place.x * pt, y * pt, (place.x + size) * pt, (y + size) * pt] as const
    if (!target.link) {
      this.leaf('Figure', draw, { alt: target.alt, bbox })
      return
    }
    const { link } = target
    const element = this.#pdf.struct('Link', { alt: target.alt })
    this.#open.at(-1)?.add(element)
    this.#open.push(element)
    this.leaf('Figure', draw, { alt: target.alt, bbox })
    this.#open.pop()
    const options = { structParent: element, F: 4, Contents: new String(target.alt) }
    this.#pdf.link(place.x * pt, y * pt, size * pt, size * pt, link, options as object)
    element.end()
  }

  attach({ name, bytes, type, description }: Attachment, metadata: Metadata): void {
    this.#pdf.file(Buffer.from(bytes), {
      name,
      type,
      description,
      // The attachment has the same content as the pages.
      relationship: 'Alternative',
      creationDate: this.#pdf.info.CreationDate,
      modifiedDate: this.#pdf.info.CreationDate,
    } as PDFKit.Mixins.PDFAttachmentOptions)
    this.#metadata.push(metadata)
  }

  async finish(): Promise<Uint8Array<ArrayBuffer>> {
    this.#pdf.appendXML(this.#metadata.map(({ properties }) => properties).join('\n'))
    this.#pdf.appendXML(describeSchemas(this.#metadata.map(({ schema }) => schema)))
    this.#open.pop()?.end()
    const ended = new Promise((resolve, reject) => this.#pdf.on('end', resolve).on('error', reject))
    this.#pdf.end()
    await ended
    return new Uint8Array(Buffer.concat(this.#chunks))
  }

  /** Arabic script is written larger, because its letters are small for their size. */
  #styleOf(name: StyleName): TextStyle & { line: number } {
    const style = styles[name]
    if (this.#language !== 'ar' || style.size > 9.5) return style
    return name === 'sender' ? style : { ...style, size: style.size + 0.5, line: Math.max(style.line, 1.55) }
  }

  #arrange(text: string, name: StyleName, direction: Direction): Run[] {
    const key = `${name} ${direction} ${text}`
    const known = this.#runs.get(key) ?? arrangeLine(text, this.#styleOf(name), direction, this.#fonts)
    this.#runs.set(key, known)
    return known
  }
}

/** Part of the library that its types leave out. */
type PictureReader = { openImage(bytes: Buffer): object }

export type ElementOptions = {
  alt?: string
  actual?: string
  scope?: 'Column' | 'Row'
  bbox?: readonly [number, number, number, number]
}

// Figtree and Marcellus: height above and below the baseline, as parts of the size.
const textMetrics = { ascent: 0.95, descent: 0.25 }
const displayMetrics = { ascent: 0.94, descent: 0.315 }

const wavePaths = [
  'M5.5 3.5V20.5M18.5 3.5V20.5M3.5 3.5H7.5M16.5 3.5H20.5M3.5 20.5H7.5M16.5 20.5H20.5',
  'M5.5 12.3C7.6 9.9 9.9 9.9 12 12.1S16.4 14.3 18.5 11.9',
]

/** Properties of the file, and the description of their schema that PDF/A demands for properties of other standards. */
export type Metadata = { properties: string; schema: string }

/** Describes a schema of properties with text values. */
export function describeSchema(schema: {
  name: string
  uri: string
  prefix: string
  properties: { name: string; type: 'Text' | 'Integer'; category: 'internal' | 'external'; about: string }[]
}): string {
  const properties = schema.properties.map(
    ({ name, type, category, about }) => `<rdf:li rdf:parseType="Resource">
        <pdfaProperty:name>${name}</pdfaProperty:name>
        <pdfaProperty:valueType>${type}</pdfaProperty:valueType>
        <pdfaProperty:category>${category}</pdfaProperty:category>
        <pdfaProperty:description>${about}</pdfaProperty:description>
      </rdf:li>`,
  )
  return `<rdf:li rdf:parseType="Resource">
      <pdfaSchema:schema>${schema.name}</pdfaSchema:schema>
      <pdfaSchema:namespaceURI>${schema.uri}</pdfaSchema:namespaceURI>
      <pdfaSchema:prefix>${schema.prefix}</pdfaSchema:prefix>
      <pdfaSchema:property><rdf:Seq>${properties.join('')}</rdf:Seq></pdfaSchema:property>
    </rdf:li>`
}

const describeSchemas = (schemas: string[]) => `
  <rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
    <pdfaExtension:schemas><rdf:Bag>${schemas.join('')}</rdf:Bag></pdfaExtension:schemas>
  </rdf:Description>`

const uaMetadata: Metadata = {
  properties: `
  <rdf:Description rdf:about="" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
    <pdfuaid:part>1</pdfuaid:part>
  </rdf:Description>`,
  schema: describeSchema({
    name: 'PDF/UA Universal Accessibility Schema',
    uri: 'http://www.aiim.org/pdfua/ns/id/',
    prefix: 'pdfuaid',
    properties: [{ name: 'part', type: 'Integer', category: 'internal', about: 'Part of ISO 14289' }],
  }),
}
