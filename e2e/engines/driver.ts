export type Size = { width: number; height: number }
export type Point = { x: number; y: number }

/** The actions that the test of several browser engines needs. Each engine implements these actions. */
export type Driver = {
  /** Name and version, for failure messages. */
  about: string
  resize: (size: Size) => Promise<void>
  /** Resolves once the new document is parsed. */
  open: (address: string) => Promise<void>
  /** Evaluates a JavaScript expression in the page. The expression must return a string. */
  evaluate: (expression: string) => Promise<string>
  /** Presses and releases the main mouse button at a point of the viewport. */
  tap: (point: Point) => Promise<void>
  /** Types into the focused element, key by key. */
  type: (text: string) => Promise<void>
  pressEscape: () => Promise<void>
  /** Returns a PNG of the viewport. */
  screenshot: () => Promise<Buffer>
  close: () => Promise<void>
}
