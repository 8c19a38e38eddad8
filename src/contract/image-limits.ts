import { msg, withFigure } from './text/translate.ts'

/** What a picture may be; the same in the browser and on the server. */
export const imageTypes = ['image/png', 'image/jpeg'] as const
export type ImageType = (typeof imageTypes)[number]
export const imageMegabytes = 5
export const imageMaxBytes = imageMegabytes * 1024 * 1024

/** A file of exactly so much is already too big. */
export function isTooBig(bytes: number): boolean {
  return bytes >= imageMaxBytes
}

export const imageTooBig = withFigure(msg('photo size is bigger than {figure}M'), imageMegabytes)
