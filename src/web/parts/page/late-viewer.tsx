import { type ComponentProps, useState } from 'react'
import type { PictureViewer } from '#ui/overlays/picture-viewer.tsx'
import { latePart } from '#web/navigation/late-code.tsx'

const Viewer = latePart(async () => (await import('#ui/overlays/picture-viewer.tsx')).PictureViewer)

/** For whoever is about to open it. */
export const fetchViewer = Viewer.fetchEarly

/** Pictures over the whole screen. The code for it comes when one is first opened: most who see small pictures never do. */
export function LateViewer(props: ComponentProps<typeof PictureViewer>) {
  const [isAsked, setAsked] = useState(false)
  if (props.at !== null && !isAsked) setAsked(true)
  return isAsked && <Viewer {...props} />
}
