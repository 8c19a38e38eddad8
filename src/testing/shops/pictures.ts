import sharp from 'sharp'

/** Creates a small image of one color. Each color results in a different file. */
export async function drawPicture(color = 'peru'): Promise<File> {
  const picture = sharp({ create: { width: 20, height: 20, channels: 3, background: color } })
  return new File([new Uint8Array(await picture.png().toBuffer())], 'photo.png', { type: 'image/png' })
}
