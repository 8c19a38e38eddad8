import { useT } from '#web/i18n/use-t.ts'
import { PasswordField } from '#web/ui/password-field.tsx'
import { RuleList } from '#web/ui/rule-list.tsx'
import { checkNewPassword, findNewPasswordProblem, passwordMaxLength, stripNewPassword } from '../sign-in.rules.ts'

type Props = { label: string; value: string; showProblem: boolean; onChange: (value: string) => void }

/** Strips while typing what a password may not hold, and ticks off what it must. */
export function NewPasswordField({ label, value, showProblem, onChange }: Props) {
  const t = useT()
  const problem = showProblem ? findNewPasswordProblem(value) : null
  return (
    <PasswordField
      label={label}
      name="new-password"
      autoComplete="new-password"
      maxLength={passwordMaxLength}
      value={value}
      error={problem && t(problem)}
      onChange={(event) => onChange(stripNewPassword(event.target.value))}
      hint={<RuleList rules={checkNewPassword(value).map(({ text, met }) => ({ text: t(text), met }))} />}
    />
  )
}
