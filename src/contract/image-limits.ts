import { msg, withFigure } from './text/translate.ts'

/** The limits of an image, shared by the browser and the server. */
export const imageTypes = ['image/png', 'image/jpeg'] as const
export type ImageType = (typeof imageTypes)[number]
export const imageMegabytes = 5
export const imageMaxBytes = imageMegabytes * 1024 * 1024

/** Returns whether a file is too large. A file of exactly the limit is too large. */
export function isTooBig(bytes: number): boolean {
  return bytes >= imageMaxBytes
}

export const imageTooBig = withFigure(msg('photo size is bigger than {figure}M'), imageMegabytes)
