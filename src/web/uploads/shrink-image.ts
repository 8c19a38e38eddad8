/** No larger than what the shop keeps: more pixels would only cost the shopper's data. */
const longestSide = 2400

/** The picture cannot be decoded: a broken file, or no picture at all. */
export class UnreadableImage extends Error {
  constructor(options?: ErrorOptions) {
    super('unreadable-image', options)
    this.name = 'UnreadableImage'
  }
}

/** The size that fits into the longest side, or null when the picture is small enough already. */
export function fitInside(width: number, height: number): [number, number] | null {
  const scale = longestSide / Math.max(width, height)
  return scale >= 1 ? null : [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))]
}

/** Draws a large photo smaller, upright as it was taken; a small one stays as it is. */
export async function shrinkImage(file: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch((error: unknown) => {
    throw new UnreadableImage({ cause: error })
  })
  try {
    const size = fitInside(bitmap.width, bitmap.height)
    if (!size) return file
    const canvas = document.createElement('canvas')
    ;[canvas.width, canvas.height] = size
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, ...size)
    const drawn = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, file.type || 'image/jpeg', 0.86))
    // If the phone has too little memory to draw it, the server shrinks the picture.
    return drawn && drawn.size < file.size ? drawn : file
  } finally {
    bitmap.close()
  }
}
