import { type ReactNode, useRef } from 'react'

type FileInputOptions = {
  /** The accessible name of the field. */
  label: string
  accept: string
  isMany?: boolean
  onPick: (files: File[]) => unknown
}

/** Returns a file input that a button of the page opens. The field itself is hidden and not in the tab order. */
export function useFileInput({ label, accept, isMany = false, onPick }: FileInputOptions): {
  open: () => void
  input: ReactNode
} {
  const field = useRef<HTMLInputElement>(null)
  return {
    open: () => field.current?.click(),
    input: (
      <input
        ref={field}
        type="file"
        className="visually-hidden"
        tabIndex={-1}
        aria-label={label}
        accept={accept}
        multiple={isMany}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          // Clearing the input allows choosing the same file again.
          target.value = ''
          if (files.length > 0) onPick(files)
        }}
      />
    ),
  }
}
