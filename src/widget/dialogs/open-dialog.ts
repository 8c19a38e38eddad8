import { createElement, render, type VNode } from 'preact'
import { addModalEntry } from '#ui/overlays/modal-history.ts'
import type { CreateElement } from '../coupon/view.ts'

export type Place = ParentNode & Node
export const element: CreateElement<VNode> = createElement
export type Opened<T> = { dialog: HTMLDialogElement; repaint: () => void; close: (result: T) => void }

let lastId = 0

/** Opens a modal dialog. Resolves to the result, or to `dismissed` if the dialog was closed without a result. */
export function openDialog<T>(
  place: Place,
  dismissed: T,
  draw: (id: string, opened: Opened<T>) => { inner: VNode; onSubmit: (form: HTMLFormElement) => void },
): Promise<T> {
  return new Promise((resolve) => {
    const id = `hc-dialog-${++lastId}`
    const dialog = document.createElement('dialog')
    dialog.className = 'hc-dialog'
    dialog.setAttribute('aria-labelledby', `${id}-title`)
    let result = dismissed
    const opened: Opened<T> = {
      dialog,
      repaint: () => render(draw(id, opened).inner, dialog),
      close: (given) => {
        result = given
        dialog.close()
      },
    }
    dialog.addEventListener('click', (event) => {
      // A click on the backdrop targets the dialog, and clicks inside target the form.
      if (event.target === dialog) dialog.close()
    })
    dialog.addEventListener('submit', (event) => {
      event.preventDefault()
      if (event.target instanceof HTMLFormElement) draw(id, opened).onSubmit(event.target)
    })
    const removeEntry = addModalEntry(() => dialog.close())
    dialog.addEventListener('close', () => {
      removeEntry()
      dialog.remove()
      resolve(result)
    })
    place.append(dialog)
    opened.repaint()
    dialog.showModal()
  })
}
