import type { ComponentProps } from 'react'
import { Field } from './field.tsx'

/**
 * Renders a field for an email address, always left to right, with the attributes for keyboards and password managers.
 */
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
