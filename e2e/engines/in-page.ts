/* Functions that run inside the page. Each function is sent as text, so it may use only its arguments. */

export type Role =
  | 'button'
  | 'link'
  | 'tab'
  | 'option'
  | 'radio'
  | 'checkbox'
  | 'heading'
  | 'field'
  | 'text'
  | 'dialog'
  | 'menuitem'
export type Wanted = {
  role: Role
  /** The accessible name, compared without case. A name in slashes is a regular expression. */
  name: string
}
export type Found = {
  x: number
  y: number
  /** Position and size. If two values in a row are equal, the element does not move. */
  box: string
  /** The reason why a tap would miss the element. */
  obstacle: string | null
  value: string | null
}

/** Finds an element by role and name. The element must be visible, and inside the open dialog if there is one. */
export function findElement({ role, name }: Wanted): Found | null {
  const selectors: Record<Role, string> = {
    button: 'button, [role=button], summary, input[type=submit]',
    link: 'a[href]',
    tab: '[role=tab]',
    option: '[role=option]',
    radio: '[role=radio], input[type=radio]',
    checkbox: '[role=checkbox], input[type=checkbox]',
    heading: 'h1, h2, h3, h4, h5, h6',
    field: 'input:not([type=hidden]), textarea, select, [role=combobox]',
    menuitem: '[role=menuitem]',
    dialog: 'dialog[open], [role=dialog]:popover-open',
    text: '*',
  }
  // The embedded widget is in a shadow root. It does not react before its script has loaded.
  const findAll = (within: ParentNode, selector: string): Element[] => [
    ...within.querySelectorAll(selector),
    ...[...within.querySelectorAll(':defined')].flatMap(({ shadowRoot }) =>
      shadowRoot ? findAll(shadowRoot, selector) : [],
    ),
  ]
  const rootOf = (element: Element) => element.getRootNode() as Document | ShadowRoot
  const html = document.documentElement
  // Before hydration, taps have no effect. The sign-in page of staff has no script and none of these ids.
  if (document.querySelector('#site, #console') && !html.hasAttribute('data-hydrated')) return null
  const clean = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim().toLowerCase()
  // WebKit has no innerText where `content-visibility` skips off-screen content.
  const textOf = (element: Element) => clean((element as HTMLElement).innerText || element.textContent)
  const nameOf = (element: Element): string => {
    const label = element.getAttribute('aria-label')
    if (label) return clean(label)
    const ids = element.getAttribute('aria-labelledby')
    if (ids)
      return clean(
        ids
          .split(' ')
          .map((id) => rootOf(element).getElementById(id)?.textContent)
          .join(' '),
      )
    const labels = [...((element as HTMLInputElement).labels ?? [])]
    if (labels.length > 0) return clean(labels.map((one) => one.innerText).join(' '))
    const image = element.querySelector('img[alt]')?.getAttribute('alt')
    return textOf(element) || clean(image) || clean((element as HTMLInputElement).placeholder)
  }
  const pattern = /^\/(.*)\/$/.exec(name)?.[1]
  const matches = (text: string) => (pattern ? new RegExp(pattern, 'i').test(text) : text === clean(name))
  const isVisible = (element: Element) => {
    const { width, height } = element.getBoundingClientRect()
    return width > 0 && height > 0 && getComputedStyle(element).visibility === 'visible'
  }
  const modals = findAll(document, 'dialog[open]').filter((one) => one.matches(':modal'))
  const root = role === 'dialog' ? document : (modals.at(-1) ?? document)
  const candidates = findAll(root, selectors[role]).filter((one) => !one.closest('[inert]'))
  const found =
    role === 'text'
      ? // The innermost elements that contain the text.
        candidates.filter((one) => matches(textOf(one)) && ![...one.children].some((child) => matches(textOf(child))))
      : candidates.filter((one) => matches(nameOf(one)))
  const element = found.find(isVisible)
  if (!element) return null

  const look = () => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    const hit = rootOf(element).elementFromPoint(x, y)
    const isHit = hit !== null && (element.contains(hit) || hit.closest('label')?.control === element)
    return { x, y, hit, isHit, box: [left, top, width, height].map(Math.round).join() }
  }
  // If its center is not hit, the element is off-screen or covered by a fixed bar.
  if (!look().isHit) element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
  const { x, y, hit, isHit, box } = look()
  const isOff = element.matches(':disabled, [aria-disabled=true], [aria-busy=true]')
  const obstacle = isOff ? 'It is disabled.' : isHit ? null : `${hit?.outerHTML.slice(0, 120)} lies over it.`
  return { x, y, box, obstacle, value: (element as HTMLInputElement).value ?? null }
}

/** Returns layout problems of the open dialogs and menus, and of the page itself. */
export function findLayoutProblems(): string[] {
  const problems: string[] = []
  const tell = (element: Element) =>
    `${element.tagName.toLowerCase()} "${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}"`
  const beyond = document.documentElement.scrollWidth - innerWidth
  if (beyond > 0) problems.push(`The page is ${beyond} px wider than the screen.`)
  if (!document.querySelector('main, h1, form')) problems.push('The page is empty.')
  const isShown = (element: Element) =>
    element.getClientRects().length > 0 && getComputedStyle(element).visibility === 'visible'
  const scrolls = (element: Element, within: Element) => {
    for (let one = element.parentElement; one && within.contains(one); one = one.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(one)
      // 20 px: with this size, half a button is visible and can be scrolled into view.
      if (/auto|scroll/.test(overflowX + overflowY) && one.clientHeight >= 20 && one.clientWidth >= 20) return true
    }
    return false
  }
  const shadows = [...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? [])
  const panels = [document, ...shadows].flatMap((root) => [
    ...root.querySelectorAll('dialog[open], [popover=auto]:popover-open'),
  ])
  for (const panel of panels) {
    const { left, top, right, bottom, width, height } = panel.getBoundingClientRect()
    // 24 px: the lowest menu has a single line.
    if (width < 100 || height < 24) problems.push(`${tell(panel)} is ${Math.round(width)} × ${Math.round(height)} px.`)
    if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1)
      problems.push(`${tell(panel)} reaches beyond the screen: ${[left, top, right, bottom].map(Math.round)}.`)
    const isLow = [...panel.children].filter(isShown).every((child) => child.getBoundingClientRect().height < 20)
    if (isLow) problems.push(`The contents of ${tell(panel)} have no height.`)
    for (const button of panel.querySelectorAll('button, a[href], input, select, textarea')) {
      if (!isShown(button) || button.closest('[popover]:not(:popover-open)')) continue
      const box = button.getBoundingClientRect()
      const isInside = box.left >= left - 1 && box.right <= right + 1 && box.top >= top - 1 && box.bottom <= bottom + 1
      if (box.width > 1 && box.height > 1 && !isInside && !scrolls(button, panel))
        problems.push(
          `${tell(button)} lies outside of ${tell(panel)}: ${[box.left, box.top, box.right, box.bottom].map(Math.round)}.`,
        )
    }
  }
  return problems
}

export type AttachedFile = { name: string; type: string; base64: string }

/** Chooses a file in a file field, as the file dialog of the system does. Returns whether the field exists. */
export function attachFile({ label, name, type, base64 }: AttachedFile & { label: string }): boolean {
  const fields = [...document.querySelectorAll<HTMLInputElement>('input[type=file]')]
  const labelOf = (field: HTMLInputElement) =>
    field.getAttribute('aria-label') ?? [...(field.labels ?? [])].map((one) => one.innerText).join(' ')
  const field = fields.find((one) => labelOf(one).trim() === label)
  if (!field || !document.documentElement.hasAttribute('data-hydrated')) return false
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  const transfer = new DataTransfer()
  transfer.items.add(new File([bytes], name, { type }))
  field.files = transfer.files
  field.dispatchEvent(new Event('change', { bubbles: true }))
  return true
}
