declare module 'subset-font' {
  type Options = { targetFormat: 'truetype'; variationAxes?: Record<string, number>; noHinting?: boolean }
  /** Cuts a font down to the characters of a text. */
  export default function subsetFont(font: Uint8Array, text: string, options: Options): Promise<Buffer>
}

declare module 'linebreak' {
  /** Finds the places where a line may end (UAX 14). */
  export default class LineBreaker {
    constructor(text: string)
    nextBreak(): { position: number; required: boolean } | null
  }
}
