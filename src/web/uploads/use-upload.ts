import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { type Call, isRefused } from '#contract/calls/call.ts'
import type { RefusalCode } from '#contract/calls/refusals.ts'
import { imageTooBig, imageTypes, isTooBig } from '#contract/image-limits.ts'
import { msg } from '#contract/text/translate.ts'
import type { UploadItem } from '#ui/fields/image-uploader.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { showToast } from '#ui/overlays/toast.tsx'
import { askToSignIn } from '../session/ask-to-sign-in.ts'
import { isSessionEnd, readShopper } from '../session/session-end.ts'
import type { KeptImage } from './kept-images.ts'
import { thumbPath } from './picture-copies.ts'
import { shrinkImage, UnreadableImage } from './shrink-image.ts'
import { uploadImage } from './upload.ts'

type Picture = UploadItem & { file: Blob | null; image: KeptImage | null }
type Options = {
  /** What goes along with each picture. */
  fields?: Record<string, string | number>
  max?: number
  /** Pictures of a draft, sent earlier. */
  kept?: KeptImage[]
}

/** Pictures of a form: sent as soon as they are chosen, with their progress, a second try and a way out. */
export function useUpload(call: Call, { fields = {}, max = 5, kept = [] }: Options = {}) {
  const t = useT()
  const { session } = useRouter().options.context
  const [pictures, setPictures] = useState<Picture[]>(() =>
    kept.map((image) => ({ key: image.id, previewUrl: thumbPath(image.url), state: 'done', file: null, image })),
  )
  const running = useRef(new Map<string, AbortController>())
  const previews = useRef(new Set<string>())

  useEffect(() => {
    const { current: controllers } = running
    const { current: urls } = previews
    return () => {
      for (const controller of controllers.values()) controller.abort()
      for (const url of urls) URL.revokeObjectURL(url)
    }
  }, [])

  function change(key: string, changes: Partial<Picture>) {
    setPictures((now) => now.map((one) => (one.key === key ? { ...one, ...changes } : one)))
  }

  function remove(key: string) {
    running.current.get(key)?.abort()
    setPictures((now) => now.filter((one) => one.key !== key))
  }

  async function send(key: string, file: Blob) {
    const controller = new AbortController()
    running.current.set(key, controller)
    change(key, { state: 'uploading', progress: 0 })
    try {
      const image = await uploadImage({
        call,
        fields,
        image: await shrinkImage(file),
        token: session.token(),
        onProgress: (progress) => change(key, { progress }),
        signal: controller.signal,
      })
      setPictures((now) => {
        // The same picture chosen twice is one picture.
        const isThere = now.some((one) => one.key !== key && one.image?.id === image.id)
        if (isThere) return now.filter((one) => one.key !== key)
        return now.map((one) =>
          one.key === key ? { ...one, state: 'done', image: { ...image, at: Date.now() } } : one,
        )
      })
    } catch (error) {
      if (controller.signal.aborted) return
      if (isSessionEnd(error) && (await askToSignIn(session, readShopper()))) return send(key, file)
      const refusal = explainRefusal(error)
      if (refusal === null) return change(key, { state: 'failed' })
      // Sending the same file again would not help.
      remove(key)
      showToast(t(refusal), { icon: 'alert' })
    } finally {
      running.current.delete(key)
    }
  }

  function add(file: File) {
    if (pictures.length >= max) return
    if (isTooBig(file.size)) return showToast(t(imageTooBig), { icon: 'alert' })
    if (!imageTypes.some((type) => type === file.type))
      return showToast(t('Please choose a png, jpg or jpeg picture'), { icon: 'alert' })
    const previewUrl = URL.createObjectURL(file)
    previews.current.add(previewUrl)
    setPictures((now) => [...now, { key: previewUrl, previewUrl, state: 'uploading', file, image: null }])
    send(previewUrl, file)
  }

  function retry(key: string) {
    const file = pictures.find((one) => one.key === key)?.file
    if (file) send(key, file)
  }

  // Uploads that failed offline are sent again when the connection is back.
  const goOn = useRef(() => {})
  useEffect(() => {
    goOn.current = () => {
      for (const { key, state } of pictures) if (state === 'failed') retry(key)
    }
  })
  useEffect(() => {
    const handle = () => goOn.current()
    window.addEventListener('online', handle)
    return () => window.removeEventListener('online', handle)
  }, [])

  return {
    items: pictures as UploadItem[],
    /** What has arrived, in the order shown. */
    images: pictures.flatMap(({ image }) => image ?? []),
    isUploading: pictures.some(({ state }) => state === 'uploading'),
    hasFailed: pictures.some(({ state }) => state === 'failed'),
    add,
    retry,
    remove,
  }
}

const imageRefusals = [
  'image_too_big',
  'image_wrong_type',
  'image_too_many_pixels',
  'image_unreadable',
  'image_gone',
] as const satisfies RefusalCode[]

/** What to tell when another try cannot help; null when it can. */
function explainRefusal(error: unknown): string | null {
  if (error instanceof UnreadableImage) return msg('This picture could not be read. Please choose another one.')
  return isRefused(error, ...imageRefusals) ? error.refusal.message : null
}
