import { useEffect, useRef, useState } from 'react'
import type { UploadItem } from '#ui/fields/image-uploader.tsx'
import type { DraftImage } from './draft-images.ts'
import { thumbPath } from './picture-copies.ts'

type Picture = UploadItem & { file: Blob | null; image: DraftImage | null }

/** Returns the pictures of a form by key, with previews that live as long as the form. */
export function usePictureList(kept: DraftImage[]) {
  const [pictures, setPictures] = useState<Picture[]>(() =>
    kept.map((image) => ({ key: image.id, previewUrl: thumbPath(image.url), state: 'done', file: null, image })),
  )
  const previews = useRef(new Set<string>())

  useEffect(() => {
    const { current: urls } = previews
    return () => {
      for (const url of urls) URL.revokeObjectURL(url)
    }
  }, [])

  /** Adds a chosen file and returns its key. */
  function add(file: File): string {
    const previewUrl = URL.createObjectURL(file)
    previews.current.add(previewUrl)
    setPictures((now) => [...now, { key: previewUrl, previewUrl, state: 'uploading', file, image: null }])
    return previewUrl
  }

  function change(key: string, changes: Partial<Picture>) {
    setPictures((now) => now.map((one) => (one.key === key ? { ...one, ...changes } : one)))
  }

  function remove(key: string) {
    setPictures((now) => now.filter((one) => one.key !== key))
  }

  /** Marks a picture as uploaded. A picture that was chosen twice is shown once. */
  function finish(key: string, image: DraftImage) {
    setPictures((now) => {
      const isThere = now.some((one) => one.key !== key && one.image?.id === image.id)
      if (isThere) return now.filter((one) => one.key !== key)
      return now.map((one) => (one.key === key ? { ...one, state: 'done', image } : one))
    })
  }

  return { pictures, add, change, remove, finish }
}
