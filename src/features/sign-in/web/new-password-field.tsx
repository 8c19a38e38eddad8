import { type ClipboardEvent, useState } from 'react'
import { PasswordField } from '#ui/fields/password-field.tsx'
import { RuleList } from '#ui/fields/rule-list.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import {
  charactersRemoved,
  checkNewPassword,
  findNewPasswordProblem,
  hasForbiddenCharacters,
  passwordMaxLength,
  stripNewPassword,
} from '../sign-in.rules.ts'
import { RemovedCharactersNote } from './removed-characters-note.tsx'

type Props = {
  label: string
  value: string
  focusFirstInvalid: boolean
  name?: string
  onBlur?: () => void
  onChange: (value: string) => void
}

/**
 * Renders a password field that removes invalid characters while typing, explains the removal, and marks the conditions
 * that are met.
 */
export function NewPasswordField({ label, value, focusFirstInvalid, name = 'new-password', onBlur, onChange }: Props) {
  const t = useT()
  const [hasRemovedCharacters, setRemovedCharacters] = useState(false)
  const problem = focusFirstInvalid ? findNewPasswordProblem(value) : null

  function change(typed: string) {
    // The note stays until the field is empty, so that users who look up only after typing read it too.
    setRemovedCharacters((before) => hasForbiddenCharacters(typed) || (before && typed !== ''))
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
      // The browser shortens text that is too long before the change event.
      onPaste={(event: ClipboardEvent) => {
        if (hasForbiddenCharacters(event.clipboardData.getData('text'))) setRemovedCharacters(true)
      }}
      onChange={(event) => change(event.target.value)}
      hint={
        <>
          <RuleList rules={checkNewPassword(value).map(({ text, met }) => ({ text: t(text), met }))} />
          <RemovedCharactersNote text={hasRemovedCharacters ? charactersRemoved : null} />
        </>
      }
    />
  )
}
