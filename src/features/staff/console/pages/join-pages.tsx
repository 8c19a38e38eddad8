import type { Problem } from '#contract/calls/staff-call.ts'
import { staffSignInLink } from '#features/staff/staff-links.ts'
import type { JoinFields } from '#features/staff/staff-page.rules.ts'
import { SsoLine } from './sign-in-pages.tsx'
import { emailField, LinkLine, newPasswordField, StaffForm } from './staff-form.tsx'

/** Command that prints a new link with which the first owner joins. */
const setupCommand = 'npm run staff -- setup-link'

type JoinProps = {
  action: string
  token: string
  role: string
  invited: string | null
  typed: JoinFields
  problem: Problem | null
}

/** Page that opens from the link of an invitation, or from the link of the first start. */
export function JoinPage({ action, token, role, invited, typed, problem }: JoinProps) {
  const name = { name: 'name', label: 'Your name', defaultValue: typed.name, autoComplete: 'name' }
  return (
    <>
      <p>
        {invited
          ? `Join as ${role} with the address ${invited}.`
          : 'This shop has no staff yet. You become the owner of this shop.'}
      </p>
      <StaffForm
        // The form keeps the token in the address, so that reloading or copying the page shows the form again.
        action={action}
        button="Join"
        hidden={{ token }}
        problem={problem}
        fields={[...(invited ? [] : [emailField(typed.email)]), name, newPasswordField]}
      />
    </>
  )
}

export function LinkUsedPage({ isSetup }: { isSetup: boolean }) {
  return (
    <>
      {isSetup ? (
        <>
          <p>A new link is printed each time the shop starts, and you can print one with this command on the server:</p>
          <code>{setupCommand}</code>
        </>
      ) : (
        <p>Ask the person who invited you for a new link.</p>
      )}
      <LinkLine href={staffSignInLink}>Sign in</LinkLine>
    </>
  )
}

/** Replaces the sign-in until the shop has its first owner, and explains where to find the link for the first owner. */
export function NoOwnerPage({ next, hasSso }: { next: string; hasSso: boolean }) {
  return (
    <>
      <p>
        When the shop starts, it prints a link in its terminal or log, after “This shop has no staff yet”. Open that
        link to become the owner.
      </p>
      <p>To print a new link, run this command on the server:</p>
      <code>{setupCommand}</code>
      {hasSso && <SsoLine next={next} />}
    </>
  )
}
