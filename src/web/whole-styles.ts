let coming: Promise<void> | undefined

/**
 * The styles of all screens. A page is sent with its own rules and no others; before anything else is shown on it, the rest comes in
 * one file, which the browser keeps. While developing, styles come with their code; the server needs none.
 */
export function fetchWholeStyles(): Promise<void> {
  if (typeof document === 'undefined') return Promise.resolve()
  const href = document.querySelector<HTMLElement>('style[data-sheet]')?.dataset.sheet
  if (!href) return Promise.resolve()
  coming ??= new Promise<void>((resolve, reject) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href })
    link.onload = () => resolve()
    link.onerror = () => {
      link.remove()
      coming = undefined
      reject(new Error('missing-styles'))
    }
    document.head.append(link)
  })
  return coming
}
