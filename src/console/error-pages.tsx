import { useRouter } from '@tanstack/react-router'
import { CloudOff, SearchX } from 'lucide-react'
import { StaffProblem } from '#contract/staff-call.ts'
import { staffHomeLink, staffSignInLink } from '#features/staff/staff-links.ts'
import { ConsoleLink } from './console-link.tsx'
import { isStaffSignInNeeded } from './load.ts'
import { Button } from './ui/button.tsx'
import { EmptyView } from './ui/empty-view.tsx'

export function ConsoleNotFoundPage() {
  return (
    <main>
      <EmptyView icon={SearchX} title="This is not here" text="It was taken away, or the address is not quite right.">
        <ConsoleLink href={staffHomeLink}>Go to Today</ConsoleLink>
      </EmptyView>
    </main>
  )
}

/** What a loader threw: a right that is missing, a session that is over, or a fault. */
export function ConsoleErrorPage({ error }: { error: unknown }) {
  const router = useRouter()
  if (isStaffSignInNeeded(error)) return <SignedOut />
  const problem = error instanceof StaffProblem ? error.problem : null
  return (
    <main>
      <EmptyView
        icon={CloudOff}
        title={problem?.title ?? 'This did not load'}
        text={problem?.detail ?? 'The connection broke, or something went wrong on our side.'}
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
      <EmptyView icon={CloudOff} title="You are signed out" text="Sign in again to go on where you were.">
        <a href={`${staffSignInLink}${back}`}>Sign in</a>
      </EmptyView>
    </main>
  )
}
