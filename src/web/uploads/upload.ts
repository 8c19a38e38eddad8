import { type Call, CallFailed, CallRefused } from '#contract/calls/call.ts'
import { openAnswer, readStatus } from '#contract/calls/envelopes.ts'

/** The response of every upload call. */
export type UploadedImage = { id: string; url: string }

type Upload = {
  call: Call
  /** Fields sent together with the picture. */
  fields: Record<string, string | number>
  image: Blob
  token: string | null
  onProgress: (share: number) => void
  signal: AbortSignal
}

/** Uploads a picture. XMLHttpRequest is used, because `fetch` does not report upload progress. */
export function uploadImage({ call, fields, image, token, onProgress, signal }: Upload): Promise<UploadedImage> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const fail = () => reject(new CallFailed(`${call.method} ${call.path} got no response`))
    request.open(call.method, call.path)
    request.responseType = 'json'
    request.setRequestHeader('accept', 'application/json')
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`)
    request.upload.onprogress = (event) => {
      if (event.lengthComputable && event.total > 0) onProgress(event.loaded / event.total)
    }
    request.onerror = fail
    request.ontimeout = fail
    request.onabort = fail
    request.onload = () => {
      const status = readStatus(request.status, request.response)
      if (status >= 500 || request.response === null) return fail()
      const opened = openAnswer(call.envelope, status, request.response)
      if ('refusal' in opened) reject(new CallRefused(status, opened.refusal))
      else resolve((opened.data as { image: UploadedImage }).image)
    }
    signal.addEventListener('abort', () => request.abort(), { once: true })
    if (signal.aborted) return fail()
    const form = new FormData()
    form.append('image', image)
    for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
    request.send(form)
  })
}
