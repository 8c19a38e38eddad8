/** What an element may carry. Names are React's; the small renderer of the embeddable script understands the same ones. */
export type ViewProps = {
  className?: string
  style?: Record<string, string>
  onClick?: () => void
  [attribute: string]: string | number | boolean | undefined | Record<string, string> | (() => void)
}

export type ViewChild<N> = N | string | null | false | undefined

/** Makes one element: React's `createElement`, or the one of the embeddable script. A view written for it serves both. */
export type CreateElement<N> = (tag: string, props: ViewProps, ...children: ViewChild<N>[]) => N
