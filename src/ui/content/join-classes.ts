declare module 'react' {
  /** Custom properties, which style sheets read. */
  interface CSSProperties {
    [name: `--${string}`]: string | number | undefined
  }
}

/** Joins class names. Falsy values are left out. */
export function joinClasses(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
