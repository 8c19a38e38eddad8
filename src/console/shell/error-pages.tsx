import { useRouter } from '@tanstack/react-router'
import { CloudOff, Lock, SearchX } from 'lucide-react'
import { StaffProblem } from '#contract/calls/staff-call.ts'
import { staffHomeLink, staffSignInLink } from '#features/staff/staff-links.ts'
import { isStaffSignInNeeded, readNotAllowed } from '../data/load.ts'
import { Button, buttonClass } from '../ui/buttons/button.tsx'
import { EmptyView } from '../ui/content/empty-view.tsx'
import { formatMoment } from '../ui/format/moment.rules.ts'
import { ConsoleLink } from './console-link.tsx'
import { useNow, useZone } from './use-now.ts'

export function ConsoleNotFoundPage() {
  return (
    <main>
      <EmptyView
        isPage
        icon={SearchX}
        title="This could not be found"
        text="It may have been deleted, or the address may be wrong."
      >
        <ConsoleLink href={staffHomeLink} className={buttonClass()}>
          Go to Today
        </ConsoleLink>
      </EmptyView>
    </main>
  )
}

/** Renders the error of a loader: a missing scope, an expired session, or a fault. */
export function ConsoleErrorPage({ error }: { error: unknown }) {
  const router = useRouter()
  const now = useNow()
  const zone = useZone()
  if (isStaffSignInNeeded(error)) return <SignedOut />
  const missing = readNotAllowed(error)
  if (missing !== null) {
    return (
      <main>
        <EmptyView
          isPage
          icon={Lock}
          title="Your role does not allow this"
          text={`${missing} An owner can add it to your role, under Settings, Staff and roles.`}
        >
          <ConsoleLink href={staffHomeLink} className={buttonClass()}>
            Go to your start page
          </ConsoleLink>
        </EmptyView>
      </main>
    )
  }
  const problem = error instanceof StaffProblem ? error.problem : null
  const at = formatMoment(new Date(now).toISOString(), now, zone)
  return (
    <main>
      <EmptyView
        isPage
        icon={CloudOff}
        title={problem?.title ?? 'This page could not be loaded'}
        text={
          problem?.detail ??
          `The connection was lost, or the server had a problem at ${at}. Nothing was changed. Try again.`
        }
      >
        <Button onClick={() => router.invalidate()}>Try again</Button>
      </EmptyView>
    </main>
  )
}

function SignedOut() {
  const back = typeof window === 'undefined' ? '' : `?next=${encodeURIComponent(location.pathname + location.search)}`
  return (
    <main>
      <EmptyView isPage icon={CloudOff} title="You are signed out" text="Sign in again to continue where you left off.">
        <a href={`${staffSignInLink}${back}`} className={buttonClass({ tone: 'primary' })}>
          Sign in
        </a>
      </EmptyView>
    </main>
  )
}
