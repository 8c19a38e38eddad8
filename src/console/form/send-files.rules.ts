export type FailedFile = { name: string; reason: string }

type SendOptions = {
  /** The number of files that still fit. Further files fail with the error `tooMany`. */
  room: number
  tooMany: string
  send: (file: File) => Promise<unknown>
  formatError: (error: unknown) => string
}

/**
 * Sends files one after the other, so that they arrive in the chosen order. A failed file does not stop the next one.
 */
export async function sendFiles(
  files: readonly File[],
  { room, tooMany, send, formatError }: SendOptions,
): Promise<FailedFile[]> {
  const failed: FailedFile[] = []
  for (const [at, file] of files.entries()) {
    if (at - failed.length >= room) {
      failed.push({ name: file.name, reason: tooMany })
      continue
    }
    try {
      await send(file)
    } catch (error) {
      failed.push({ name: file.name, reason: formatError(error) })
    }
  }
  return failed
}
