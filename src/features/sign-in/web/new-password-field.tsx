import { useT } from '#web/i18n/use-t.ts'
import { PasswordField } from '#web/ui/password-field.tsx'
import { RuleList } from '#web/ui/rule-list.tsx'
import { checkNewPassword, findNewPasswordProblem, passwordMaxLength, stripNewPassword } from '../sign-in.rules.ts'

type Props = { label: string; value: string; showProblem: boolean; onChange: (value: string) => void }

/** Strips while typing what a password may not hold, and ticks off what it must. */
export function NewPasswordField({ label, value, showProblem, onChange }: Props) {
  const t = useT()
  const { hasLength, hasDigit, hasLetter } = checkNewPassword(value)
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
      hint={
        <RuleList
          rules={[
            { text: t('6-30 characters'), met: hasLength },
            { text: t('At least 1 digit'), met: hasDigit },
            { text: t('At least 1 letter'), met: hasLetter },
          ]}
        />
      }
    />
  )
}
