/** 2,400: the longest side that the shop stores. More pixels would only cost the shopper's data. */
const longestSide = 2400

/** The error for a picture that cannot be decoded: a broken file, or another format. */
export class UnreadableImage extends Error {
  constructor(options?: ErrorOptions) {
    super('unreadable-image', options)
    this.name = 'UnreadableImage'
  }
}

/** Returns the size scaled to the longest side, or null if the picture is small enough. */
export function fitInside(width: number, height: number): [number, number] | null {
  const scale = longestSide / Math.max(width, height)
  return scale >= 1 ? null : [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))]
}

/** Scales a large photo down and turns it upright. A small photo stays unchanged. */
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
    // If the phone lacks the memory, the server scales the picture.
    return drawn && drawn.size < file.size ? drawn : file
  } finally {
    bitmap.close()
  }
}
