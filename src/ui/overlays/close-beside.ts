import type { MouseEvent } from 'react'

/** Handlers of a modal that closes when its backdrop is clicked, as `closedby="any"` does. Safari does not know that attribute. */
export const closeBeside = {
  onClick({ target, currentTarget, clientX, clientY }: MouseEvent<HTMLDialogElement>) {
    if (target !== currentTarget) return
    const { left, top, right, bottom } = currentTarget.getBoundingClientRect()
    const isInside = clientX >= left && clientX <= right && clientY >= top && clientY <= bottom
    if (!isInside) currentTarget.close()
  },
}
