import {
  companyAccountLink,
  ssoLinkingLink,
  staffHomeLink,
  staffSignInLink,
  withReturnPath,
} from '#features/staff/staff-links.ts'
import { LinkLine, StaffForm } from './staff-form.tsx'

export function SignedInPage({ next }: { next: string }) {
  return <LinkLine href={next}>Continue</LinkLine>
}

/** Page that shows, links and unlinks a company account. */
export function CompanyAccountPage({ provider, isLinked }: { provider: string; isLinked: boolean }) {
  return (
    <>
      {isLinked ? (
        <>
          <p>An account at {provider} is linked and signs you in without a password.</p>
          <StaffForm action={companyAccountLink} button="Unlink" />
        </>
      ) : (
        <>
          <p>
            No account at {provider} is linked. Once linked, it signs you in without a password, and each sign-in sets
            your role from that account.
          </p>
          <LinkLine href={ssoLinkingLink}>Link your company account</LinkLine>
        </>
      )}
      <LinkLine href={staffHomeLink}>Back</LinkLine>
    </>
  )
}

/** Shows why the sign-in failed, with a link to the sign-in, after which a member can link a company account. */
export function SsoRefusedPage({ message }: { message: string }) {
  return (
    <>
      <p>{message}</p>
      <LinkLine href={withReturnPath(staffSignInLink, companyAccountLink)}>Sign in with a password</LinkLine>
    </>
  )
}
