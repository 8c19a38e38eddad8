import { isDatabaseUnavailable } from '#server/database/database-faults.ts'
import { FilesUnavailable, isDiskFull } from '#server/files/files.ts'

export const retryAfterSeconds = '5'

/** Returns a fault as status and message. A temporary outage is 503, so that the caller can retry. */
export function formatFault(error: unknown) {
  const isUnavailable = isDatabaseUnavailable(error) || isDiskFull(error) || error instanceof FilesUnavailable
  const status = isUnavailable ? 503 : 500
  const reason = isUnavailable ? 'unavailable' : 'fault'
  return { status, body: { status_code: status, message: 'Something went wrong on our side', reason } } as const
}
