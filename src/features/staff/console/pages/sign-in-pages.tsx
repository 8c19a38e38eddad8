import type { Problem } from '#contract/calls/staff-call.ts'
import { codeTries } from '#features/staff/staff.rules.ts'
import {
  ssoStartLink,
  staffCodeLink,
  staffForgotLink,
  staffResetLink,
  staffSignInLink,
  withReturnPath,
} from '#features/staff/staff-links.ts'
import { PasskeyButton } from './passkey-button.tsx'
import {
  codeField,
  emailField,
  LinkLine,
  newPasswordField,
  passwordField,
  recoveryCodeField,
  StaffForm,
} from './staff-form.tsx'

type Refused = { problem: Problem | null }

export function SsoLine({ next }: { next: string }) {
  return <LinkLine href={withReturnPath(ssoStartLink, next)}>Sign in with your company account</LinkLine>
}

export function SignInPage({
  next,
  hasSso,
  email,
  problem,
}: Refused & { next: string; hasSso: boolean; email?: string }) {
  return (
    <>
      <PasskeyButton kind="get" next={next} hasOr />
      <StaffForm
        action={staffSignInLink}
        button="Sign in"
        hidden={{ next }}
        problem={problem}
        fields={[emailField(email), { ...passwordField, beside: { href: staffForgotLink, label: 'Forgot password?' } }]}
      />
      {hasSso && <SsoLine next={next} />}
      <p className="hint">No account? An owner can invite you from Settings.</p>
    </>
  )
}

export function CodePage({ next, isRecovery, problem }: Refused & { next: string; isRecovery: boolean }) {
  const form = { action: staffCodeLink, button: 'Sign in', hidden: { next } }
  return (
    <>
      <p>Enter the six-digit code from the app on your phone.</p>
      <StaffForm {...form} fields={[{ ...codeField, isFirst: !isRecovery }]} problem={isRecovery ? null : problem} />
      <PasskeyButton kind="get" next={next} />
      <div className="row">
        <details open={isRecovery}>
          <summary>Use a recovery code</summary>
          <StaffForm {...form} isPlain fields={[recoveryCodeField]} problem={isRecovery ? problem : null} />
        </details>
        <LinkLine href={withReturnPath(staffSignInLink, next)}>Back</LinkLine>
      </div>
      <p className="note">After {codeTries} wrong codes you have to enter your password again.</p>
    </>
  )
}

export function ForgotPage({ email, problem }: Refused & { email?: string }) {
  return <StaffForm action={staffForgotLink} button="Send me a link" problem={problem} fields={[emailField(email)]} />
}

export function MailSentPage() {
  return (
    <>
      <p>
        If a staff account with this address exists, an email with a link is on its way. The link works for 60 minutes.
      </p>
      <LinkLine href={staffSignInLink}>Back to the sign-in</LinkLine>
    </>
  )
}

export function ResetPage({ token, problem }: Refused & { token: string }) {
  return (
    <>
      <StaffForm
        action={staffResetLink(token)}
        button="Set password"
        hidden={{ token }}
        problem={problem}
        fields={[newPasswordField]}
      />
      <LinkLine href={staffForgotLink}>Send another link</LinkLine>
    </>
  )
}

export function ResetDonePage() {
  return (
    <>
      <p>Sign in with your new password.</p>
      <StaffForm action={staffSignInLink} button="Sign in" fields={[emailField(), passwordField]} />
    </>
  )
}
