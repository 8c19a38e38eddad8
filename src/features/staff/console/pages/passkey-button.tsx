import { Fingerprint } from 'lucide-react'
import { staffApiRoot } from '#contract/calls/staff-call.ts'
import { staffHomeLink } from '#features/staff/staff-links.ts'
import { LinkLine } from './staff-form.tsx'

type Props = {
  /** `get` signs in, `create` adds a passkey. */
  kind: 'get' | 'create'
  next?: string
  /** Whether the word `or` follows the button. */
  hasOr?: boolean
}

const calls = {
  get: { label: 'Use a passkey', options: '/sign-in/passkey/options', send: '/sign-in/passkey' },
  create: { label: 'Add a passkey', options: '/me/passkeys/options', send: '/me/passkeys' },
}

/** Renders a button that asks the browser for a passkey. Without scripts, the button and the `or` after it stay hidden. */
export function PasskeyButton({ kind, next = staffHomeLink, hasOr }: Props) {
  const { label, options, send } = calls[kind]
  return (
    <>
      {kind === 'create' && (
        // A member without another second step gets recovery codes for a lost passkey, which are shown once.
        <div id="codes" hidden>
          <p>Keep these recovery codes somewhere safe. Each works once, in case you lose your passkey.</p>
          <pre />
          <LinkLine href={next}>Continue</LinkLine>
        </div>
      )}
      <button
        type="button"
        className="plain"
        id="passkey"
        data-kind={kind}
        data-options={staffApiRoot + options}
        data-send={staffApiRoot + send}
        data-next={next}
        hidden
      >
        <Fingerprint size={18} strokeWidth={1.75} aria-hidden /> {label}
      </button>
      <p id="passkey-trouble" role="status" />
      {hasOr && (
        <div className="or" id="or" hidden>
          or
        </div>
      )}
    </>
  )
}
