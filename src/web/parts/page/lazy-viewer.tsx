import { type ComponentProps, useState } from 'react'
import type { PictureViewer } from '#ui/overlays/picture-viewer.tsx'
import { lazyPart } from '#web/navigation/code-loading.tsx'

const Viewer = lazyPart(async () => (await import('#ui/overlays/picture-viewer.tsx')).PictureViewer)

export const fetchViewer = Viewer.fetchEarly

/** Renders pictures in full screen. The code loads at the first opening, because most shoppers never open a picture. */
export function LazyViewer(props: ComponentProps<typeof PictureViewer>) {
  const [isAsked, setAsked] = useState(false)
  if (props.at !== null && !isAsked) setAsked(true)
  return isAsked && <Viewer {...props} />
}
