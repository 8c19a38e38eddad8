import { isDatabaseAway } from '#server/database/database-faults.ts'
import { FilesAway, isDiskFull } from '#server/files/files.ts'

export const comeAgainSeconds = '5'

/** Returns a fault as status and message. A temporary outage is 503, so that the caller can retry. */
export function describeFault(error: unknown) {
  const isAway = isDatabaseAway(error) || isDiskFull(error) || error instanceof FilesAway
  const status = isAway ? 503 : 500
  const reason = isAway ? 'unavailable' : 'fault'
  return { status, body: { status_code: status, message: 'Something went wrong on our side', reason } } as const
}
