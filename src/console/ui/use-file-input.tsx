import { type ReactNode, useRef } from 'react'

type Wanted = {
  /** What it is called, for those who find it by its name. */
  label: string
  accept: string
  isMany?: boolean
  onPick: (files: File[]) => unknown
}

/** A button of the page opens it; the field itself stays out of sight, and out of the way of the Tab key. */
export function useFileInput({ label, accept, isMany = false, onPick }: Wanted): {
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
          // The same file may be chosen again.
          target.value = ''
          if (files.length > 0) onPick(files)
        }}
      />
    ),
  }
}
