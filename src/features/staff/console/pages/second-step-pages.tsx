import type { Problem } from '#contract/calls/staff-call.ts'
import { staffHomeLink, staffSecondStepLink } from '#features/staff/staff-links.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { codeField, LinkLine, StaffForm } from './staff-form.tsx'

type Props = { ways: string[]; isMissing: boolean; codesLeft: number }

/** Page that adds an authenticator app or a passkey as a second step. */
export function SecondStepPage({ ways, isMissing, codesLeft }: Props) {
  return (
    <>
      <p>
        {isMissing
          ? 'This shop requires a second step for all staff. Set one up to continue.'
          : `Set up: ${ways.join(' and ') || 'none'}. Recovery codes left: ${codesLeft}.`}
      </p>
      {!ways.includes('code') && (
        <StaffForm action={staffSecondStepLink} button="Use an authenticator app" hidden={{ step: 'start' }} />
      )}
      <PasskeyButton kind="create" />
      {!isMissing && <LinkLine href={staffHomeLink}>Back</LinkLine>}
    </>
  )
}

type KeyProps = { secret: string; uri: string; picture: string; problem: Problem | null }

/** Shows the secret of an authenticator app in three forms, a QR code first. The form for the app's code is below. */
export function AppKeyPage({ secret, uri, picture, problem }: KeyProps) {
  return (
    <>
      <p>Scan this QR code with an authenticator app.</p>
      <div
        className="qr"
        role="img"
        aria-label="QR code with the key"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the QR code is drawn here and contains only rectangles.
        dangerouslySetInnerHTML={{ __html: picture }}
      />
      <LinkLine href={uri}>Open the app on this phone</LinkLine>
      <p>Or type this key into the app:</p>
      <code>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
      <StaffForm
        action={staffSecondStepLink}
        button="Confirm code"
        // The form sends the secret with the code, so that the page can show the same secret after a wrong code.
        hidden={{ step: 'confirm', secret }}
        problem={problem}
        fields={[codeField]}
      />
      <LinkLine href={staffSecondStepLink}>Back</LinkLine>
    </>
  )
}

export function SecondStepDonePage({ codes, home }: { codes: string[]; home: string }) {
  return (
    <>
      {codes.length > 0 && (
        <>
          <p>Keep these recovery codes somewhere safe. Each works once, in case you lose your phone.</p>
          <pre>{codes.join('\n')}</pre>
        </>
      )}
      <LinkLine href={home}>Continue</LinkLine>
    </>
  )
}
