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

/** Removes invalid characters while typing, explains it, and marks the conditions that are met. */
export function NewPasswordField({ label, value, showProblem, name = 'new-password', onBlur, onChange }: Props) {
  const t = useT()
  const [hasLost, setLost] = useState(false)
  const problem = showProblem ? findNewPasswordProblem(value) : null

  function change(typed: string) {
    // The note stays until the field is emptied, so that users who look up after typing read it too.
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
      // The browser cuts text that is too long before the change event.
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
