import { renderToStaticMarkup } from 'react-dom/server'
import type { StaffFormPage, StaffFormPageView } from '#features/staff/staff-page.rules.ts'
import { Ripples } from '#ui/buttons/ripples.tsx'
import { Mark } from '#web/parts/page/mark.tsx'
import { JoinPage, LinkUsedPage, NoOwnerPage } from './join-pages.tsx'
import { pageScript } from './page-script.ts'
import { AppKeyPage, SecondStepDonePage, SecondStepPage } from './second-step-pages.tsx'
import { CodePage, ForgotPage, MailSentPage, ResetDonePage, ResetPage, SignInPage } from './sign-in-pages.tsx'
import { CompanyAccountPage, SignedInPage, SsoRefusedPage } from './sso-pages.tsx'
import { LinkLine, ProblemNote } from './staff-form.tsx'

/** Renders a page as a whole document. React does not hydrate the page in the browser. */
export function renderStaffPage(view: StaffFormPageView): string {
  return `<!doctype html>${renderToStaticMarkup(<StaffDocument {...view} />)}`
}

function StaffDocument({ page, problem, shopName, nonce, styles }: StaffFormPageView) {
  const title = findTitle(page)
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{title}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
      </head>
      <body className="staff-page">
        <header className="side">
          <Ripples className="ripples" />
          <p className="name">
            <Mark size={26} />
            <span translate="no">{shopName}</span>
          </p>
          <div className="words">
            <p>The staff console of the shop</p>
            <p className="about">
              Pack orders, decide on returns, answer customers. Each change is recorded with your name and the time.
            </p>
          </div>
        </header>
        <main>
          <h1>{title}</h1>
          <ProblemNote problem={problem} />
          <Content page={page} problem={problem} />
        </main>
        <script
          nonce={nonce}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a script without visitor input.
          dangerouslySetInnerHTML={{ __html: pageScript }}
        />
      </body>
    </html>
  )
}

const titles = {
  'no-owner': 'This shop has no owner yet',
  'sign-in': 'Sign in',
  code: 'One more step',
  forgot: 'Forgot your password?',
  'mail-sent': 'Check your mailbox',
  reset: 'Choose a new password',
  'reset-done': 'Your password is set',
  'link-used': 'This link was used or has expired',
  'second-step': 'Your second step',
  'app-key': 'Add this shop to your authenticator app',
  'second-step-done': 'Your second step is set up',
  'company-account': 'Your company account',
  failed: 'Something went wrong',
}

function findTitle(page: StaffFormPage): string {
  if (page.name === 'join') return page.invited ? 'You are invited' : 'Set up your shop'
  if (page.name === 'signed-in') return page.isLink ? 'Your company account is linked' : 'You are signed in'
  if (page.name === 'sso-refused') {
    return page.isUnlinking ? 'Your company account is still linked' : 'Signing in did not work'
  }
  return titles[page.name]
}

function Content({ page, problem }: Pick<StaffFormPageView, 'page' | 'problem'>) {
  switch (page.name) {
    case 'no-owner':
      return <NoOwnerPage {...page} />
    case 'sign-in':
      return <SignInPage {...page} problem={problem} />
    case 'code':
      return <CodePage {...page} problem={problem} />
    case 'forgot':
      return <ForgotPage {...page} problem={problem} />
    case 'mail-sent':
      return <MailSentPage />
    case 'reset':
      return <ResetPage {...page} problem={problem} />
    case 'reset-done':
      return <ResetDonePage />
    case 'link-used':
      return <LinkUsedPage {...page} />
    case 'join':
      return <JoinPage {...page} problem={problem} />
    case 'second-step':
      return <SecondStepPage {...page} />
    case 'app-key':
      return <AppKeyPage {...page} problem={problem} />
    case 'second-step-done':
      return <SecondStepDonePage {...page} />
    case 'signed-in':
      return <SignedInPage {...page} />
    case 'company-account':
      return <CompanyAccountPage {...page} />
    case 'sso-refused':
      return <SsoRefusedPage {...page} />
    case 'failed':
      return <LinkLine href={page.way.href}>{page.way.label}</LinkLine>
  }
}
