import { useEffect, useState } from 'react'
import type { Refusal } from '#contract/calls/envelopes.ts'
import { msg } from '#contract/text/translate.ts'

type Pictures = { isUploading: boolean; hasFailed: boolean }

/** Sends a form once its pictures are uploaded. */
export function useSendWithPictures({ isUploading, hasFailed }: Pictures, send: () => void) {
  const [isWaiting, setWaiting] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the end of the uploads sends the form, not each typed letter.
  useEffect(() => {
    if (!isWaiting || isUploading) return
    setWaiting(false)
    if (!hasFailed) send()
  }, [isWaiting, isUploading, hasFailed])
  const pictureRefusal: Omit<Refusal, 'code'> | null = hasFailed
    ? { message: msg('A picture could not be uploaded. Try again or remove it.') }
    : null
  return { isWaiting, sendWhenReady: () => setWaiting(true), pictureRefusal }
}
