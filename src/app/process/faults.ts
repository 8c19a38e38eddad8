import { isDatabaseAway } from '#server/database/database-faults.ts'
import { FilesAway, isDiskFull } from '#server/files/files.ts'

export const comeAgainSeconds = '5'

/** A fault in a sentence. What is only away for the moment says so, for whoever can wait. */
export function describeFault(error: unknown) {
  const isAway = isDatabaseAway(error) || isDiskFull(error) || error instanceof FilesAway
  const status = isAway ? 503 : 500
  const reason = isAway ? 'unavailable' : 'fault'
  return { status, body: { status_code: status, message: 'Something went wrong on our side', reason } } as const
}
