import { type ClipboardEvent, useState } from 'react'
import { PasswordField } from '#ui/fields/password-field.tsx'
import { RuleList } from '#ui/fields/rule-list.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import {
  charactersLeftOut,
  checkNewPassword,
  findNewPasswordProblem,
  losesCharacters,
  passwordMaxLength,
  stripNewPassword,
} from '../sign-in.rules.ts'
import { LeftOut } from './left-out.tsx'

type Props = {
  label: string
  value: string
  showProblem: boolean
  name?: string
  onBlur?: () => void
  onChange: (value: string) => void
}

/** Strips while typing what a password may not hold, says so, and ticks off what it must hold. */
export function NewPasswordField({ label, value, showProblem, name = 'new-password', onBlur, onChange }: Props) {
  const t = useT()
  const [hasLost, setLost] = useState(false)
  const problem = showProblem ? findNewPasswordProblem(value) : null

  function change(typed: string) {
    // Stays until the field is emptied: whoever looks up after typing reads it, too.
    setLost((before) => losesCharacters(typed) || (before && typed !== ''))
    onChange(stripNewPassword(typed))
  }

  return (
    <PasswordField
      label={label}
      name={name}
      autoComplete="new-password"
      maxLength={passwordMaxLength}
      value={value}
      error={problem && t(problem)}
      onBlur={onBlur}
      // The browser cuts what is too long before it tells of a change.
      onPaste={(event: ClipboardEvent) => {
        if (losesCharacters(event.clipboardData.getData('text'))) setLost(true)
      }}
      onChange={(event) => change(event.target.value)}
      hint={
        <>
          <RuleList rules={checkNewPassword(value).map(({ text, met }) => ({ text: t(text), met }))} />
          <LeftOut says={hasLost ? charactersLeftOut : null} />
        </>
      }
    />
  )
}
