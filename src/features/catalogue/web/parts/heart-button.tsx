import { useRouter } from '@tanstack/react-router'
import Heart from 'lucide-react/icons/heart'
import { useState } from 'react'
import { CallRefused } from '#contract/calls/call.ts'
import { msg } from '#contract/text/translate.ts'
import { collectProduct } from '#features/catalogue/product-list.contract.ts'
import { Icon } from '#ui/content/icon.tsx'
import { joinClasses } from '#ui/content/join-classes.ts'
import { useT } from '#ui/i18n/use-t.ts'
import { showToast } from '#ui/overlays/toast.tsx'
import { openLoginDialog } from '#web/session/login-dialog.ts'
import { isSessionEnd } from '#web/session/session-end.ts'
import { useSite } from '#web/session/site.ts'
import styles from './heart-button.module.css'

type HeartButtonProps = {
  product: { id: number; name: string; is_collected: boolean }
  className?: string | undefined
}

/**
 * Renders the button that adds a product to the wishlist or removes it. Guests sign in first. The button is hidden
 * while the wishlist is off.
 */
export function HeartButton({ product, className }: HeartButtonProps) {
  const t = useT()
  const router = useRouter()
  const { open_collect } = useSite()
  const [known, setKnown] = useState(product.is_collected)
  const [isOn, setOn] = useState(product.is_collected)
  // After a reload, the loaded value replaces the displayed state.
  if (known !== product.is_collected) {
    setKnown(product.is_collected)
    setOn(product.is_collected)
  }
  if (open_collect !== '1') return null

  async function collect(next: boolean) {
    setOn(next)
    try {
      const input = { product_id: product.id, is_collected: next }
      await router.options.context.call(collectProduct, input, { keepalive: true })
    } catch (error) {
      setOn(!next)
      // Does nothing if the shopper declined to sign in again.
      if (isSessionEnd(error)) return
      const text =
        error instanceof CallRefused ? error.refusal.message : msg('We couldn’t send your request. Please try again.')
      showToast(t(text), { icon: 'alert' })
    }
  }

  function askToSignIn() {
    openLoginDialog({
      onSuccess: async () => {
        await collect(true)
        await router.invalidate()
      },
    })
  }

  return (
    <button
      type="button"
      className={joinClasses(styles.heart, isOn && styles.on, className)}
      aria-pressed={isOn}
      aria-label={`${t('Wishlist')}: ${product.name}`}
      onClick={() => (router.options.context.session.isSignedIn() ? collect(!isOn) : askToSignIn())}
    >
      <Icon of={Heart} />
    </button>
  )
}
