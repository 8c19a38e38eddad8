import { listAddresses } from '#features/addresses/addresses.contract.ts'
import { getEmail } from '#features/sign-in/sign-in.contract.ts'
import { customerNameMaxLength } from '#features/support/contact.rules.ts'
import type { WebContext } from '#web/root.tsx'

export type Prefill = { email: string; name: string; isSignedIn: boolean }

/** Loads the known data of the visitor. If the call fails, the fields stay empty. */
export async function loadPrefill({ call, session }: WebContext): Promise<Prefill> {
  if (!session.isSignedIn()) return { email: session.email() ?? '', name: '', isSignedIn: false }
  const [email, name] = await Promise.all([
    call(getEmail, {}).then(
      (answer) => answer.email,
      () => session.email(),
    ),
    call(listAddresses, { limit: 1 }).then(
      ([address]) => (address ? `${address.firstname} ${address.lastname}` : ''),
      () => '',
    ),
  ])
  return { email: email ?? '', name: name.trim().slice(0, customerNameMaxLength), isSignedIn: email !== null }
}
