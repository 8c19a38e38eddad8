import type { MouseEvent } from 'react'

/** Handlers that close a modal on a click on its backdrop, like `closedby="any"`, which Safari does not support. */
export const closeOnBackdrop = {
  onClick({ target, currentTarget, clientX, clientY }: MouseEvent<HTMLDialogElement>) {
    if (target !== currentTarget) return
    const { left, top, right, bottom } = currentTarget.getBoundingClientRect()
    const isInside = clientX >= left && clientX <= right && clientY >= top && clientY <= bottom
    if (!isInside) currentTarget.close()
  },
}
