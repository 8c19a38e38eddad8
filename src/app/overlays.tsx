import { lazy, Suspense } from 'react'
import { useLoginRequest } from '#web/login-dialog.ts'

const SignInDialog = lazy(async () => ({
  default: (await import('#features/sign-in/web/sign-in-dialog.tsx')).SignInDialog,
}))

/** Dialogs any page may open. Their code is fetched when they are first asked for. */
export function Overlays() {
  const login = useLoginRequest()
  return <Suspense fallback={null}>{login && <SignInDialog request={login} />}</Suspense>
}
