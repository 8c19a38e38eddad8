import { LogOut, Menu, Search, UserRound } from 'lucide-react'
import { useRef, useState } from 'react'
import { signOutStaff } from '#features/staff/sign-in.staff.contract.ts'
import { staffSignInLink } from '#features/staff/staff-links.ts'
import { closeOnBackdrop } from '#ui/overlays/close-on-backdrop.ts'
import { useModalEntry } from '#ui/overlays/use-modal.ts'
import { paletteStore } from '../palette/palette-store.ts'
import { useConsole } from './console-context.ts'
import { ConsoleLink } from './console-link.tsx'
import { profileLink } from './console-links.ts'
import type { MenuEntry } from './main-menu.ts'
import styles from './more-menu.module.css'

/** Renders the last tab of a phone, with all pages that have no tab of their own. */
export function MoreMenu({ places }: { places: MenuEntry[] }) {
  const sheet = useRef<HTMLDialogElement>(null)
  const { call } = useConsole()
  const [isOpen, setOpen] = useState(false)
  const close = () => sheet.current?.close()
  useModalEntry(isOpen, close)
  function open() {
    sheet.current?.showModal()
    setOpen(true)
  }
  async function signOut() {
    await call(signOutStaff, {})
    window.location.assign(staffSignInLink)
  }
  return (
    <div className={styles.more}>
      <button type="button" className={styles.tab} aria-haspopup="dialog" onClick={open}>
        <Menu size={18} strokeWidth={1.6} aria-hidden />
        More
      </button>
      <dialog
        ref={sheet}
        className={styles.sheet}
        aria-label="More"
        onClose={() => setOpen(false)}
        {...closeOnBackdrop}
      >
        <button
          type="button"
          className={styles.row}
          onClick={() => {
            close()
            paletteStore.write(true)
          }}
        >
          <Search size={18} strokeWidth={1.6} aria-hidden />
          Search
        </button>
        {places.map(({ name, href, icon: Icon }) => (
          <ConsoleLink key={href} href={href} className={styles.row} onClick={close}>
            <Icon size={18} strokeWidth={1.6} aria-hidden />
            {name}
          </ConsoleLink>
        ))}
        <ConsoleLink href={profileLink} className={styles.row} onClick={close}>
          <UserRound size={18} strokeWidth={1.6} aria-hidden />
          Your profile
        </ConsoleLink>
        <button type="button" className={styles.row} onClick={signOut}>
          <LogOut size={18} strokeWidth={1.6} aria-hidden />
          Sign out
        </button>
      </dialog>
    </div>
  )
}
