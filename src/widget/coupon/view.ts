/** The properties of an element, with the names that React and Preact share. */
export type ViewProps = {
  className?: string
  style?: Record<string, string>
  onClick?: () => void
  [attribute: string]: string | number | boolean | undefined | Record<string, string> | (() => void)
}

export type ViewChild<N> = N | string | null | false | undefined

/** Creates an element: React's `createElement` on the shop's screens, Preact's in the embedded script. */
export type CreateElement<N> = (tag: string, props: ViewProps, ...children: ViewChild<N>[]) => N
