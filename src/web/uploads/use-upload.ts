import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { type Call, isRefused } from '#contract/calls/call.ts'
import type { RefusalCode } from '#contract/calls/refusals.ts'
import { imageTooBig, imageTypes, isTooBig } from '#contract/image-limits.ts'
import { msg } from '#contract/text/translate.ts'
import type { UploadItem } from '#ui/fields/image-uploader.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { showToast } from '#ui/overlays/toast.tsx'
import { askToSignIn } from '../session/ask-to-sign-in.ts'
import { getLastShopper, isSessionEnd } from '../session/session-end.ts'
import type { DraftImage } from './draft-images.ts'
import { shrinkImage, UnreadableImage } from './shrink-image.ts'
import { uploadImage } from './upload.ts'
import { usePictureList } from './use-picture-list.ts'

type Options = {
  /** Fields sent together with each picture. */
  fields?: Record<string, string | number>
  max?: number
  /** Pictures of a draft, uploaded earlier. */
  kept?: DraftImage[]
}

/** Returns the pictures of a form. Each picture is uploaded when it is chosen, with progress, retry and removal. */
export function useUpload(call: Call, { fields = {}, max = 5, kept = [] }: Options = {}) {
  const t = useT()
  const { session } = useRouter().options.context
  const { pictures, ...list } = usePictureList(kept)
  const running = useRef(new Map<string, AbortController>())

  useEffect(() => {
    const { current: controllers } = running
    return () => {
      for (const controller of controllers.values()) controller.abort()
    }
  }, [])

  function remove(key: string) {
    running.current.get(key)?.abort()
    list.remove(key)
  }

  async function send(key: string, file: Blob) {
    const controller = new AbortController()
    running.current.set(key, controller)
    list.change(key, { state: 'uploading', progress: 0 })
    try {
      const image = await uploadImage({
        call,
        fields,
        image: await shrinkImage(file),
        token: session.token(),
        onProgress: (progress) => list.change(key, { progress }),
        signal: controller.signal,
      })
      list.finish(key, { ...image, at: Date.now() })
    } catch (error) {
      if (controller.signal.aborted) return
      if (isSessionEnd(error) && (await askToSignIn(session, getLastShopper()))) return send(key, file)
      const refusal = formatRefusal(error)
      if (refusal === null) return list.change(key, { state: 'failed' })
      // A retry with the same file would not help.
      remove(key)
      showToast(t(refusal), { icon: 'alert' })
    } finally {
      running.current.delete(key)
    }
  }

  function add(file: File) {
    if (pictures.length >= max) return
    const problem = findFileProblem(file)
    if (problem) return showToast(t(problem), { icon: 'alert' })
    send(list.add(file), file)
  }

  function retry(key: string) {
    const file = pictures.find((one) => one.key === key)?.file
    if (file) send(key, file)
  }

  useWhenOnline(() => {
    for (const { key, state } of pictures) if (state === 'failed') retry(key)
  })

  const items: UploadItem[] = pictures
  return {
    items,
    /** The uploaded pictures in the shown order. */
    images: pictures.flatMap(({ image }) => image ?? []),
    isUploading: pictures.some(({ state }) => state === 'uploading'),
    hasFailed: pictures.some(({ state }) => state === 'failed'),
    add,
    retry,
    remove,
  }
}

/** Runs the callback of the latest render whenever the connection is back. */
function useWhenOnline(callback: () => void) {
  const latest = useRef(callback)
  useEffect(() => {
    latest.current = callback
  })
  useEffect(() => {
    const handle = () => latest.current()
    window.addEventListener('online', handle)
    return () => window.removeEventListener('online', handle)
  }, [])
}

function findFileProblem({ size, type }: File): string | null {
  if (isTooBig(size)) return imageTooBig
  return imageTypes.some((one) => one === type) ? null : msg('Please choose a png, jpg or jpeg picture')
}

const imageRefusals = [
  'image_too_big',
  'image_wrong_type',
  'image_too_many_pixels',
  'image_unreadable',
  'image_gone',
] as const satisfies RefusalCode[]

/** Returns the message for a failure that no retry can fix, or null. */
function formatRefusal(error: unknown): string | null {
  if (error instanceof UnreadableImage) return msg('This picture could not be read. Please choose another one.')
  return isRefused(error, ...imageRefusals) ? error.refusal.message : null
}
