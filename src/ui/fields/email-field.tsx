import type { ComponentProps } from 'react'
import { Field } from './field.tsx'

/** A field for an address, always written from left to right; keyboards and password managers know what it is. */
export function EmailField(props: ComponentProps<typeof Field>) {
  return (
    <Field
      type="email"
      name="email"
      autoComplete="email"
      inputMode="email"
      dir="ltr"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
    />
  )
}
