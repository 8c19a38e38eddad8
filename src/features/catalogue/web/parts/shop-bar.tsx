import { useRouter } from '@tanstack/react-router'
import Menu from 'lucide-react/icons/menu'
import Search from 'lucide-react/icons/search'
import ShoppingBag from 'lucide-react/icons/shopping-bag'
import UserRound from 'lucide-react/icons/user-round'
import { useEffect } from 'react'
import { getCartCount } from '#features/cart/cart.contract.ts'
import { accountLink } from '#links/account.links.ts'
import { cartLink } from '#links/cart.links.ts'
import { homeLink, menuLink, searchLink } from '#links/catalogue.links.ts'
import { IconLink } from '#ui/buttons/icon-button.tsx'
import { Badge } from '#ui/content/badge.tsx'
import { Icon } from '#ui/content/icon.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { AppLink } from '#web/navigation/app-link.tsx'
import { Wordmark } from '#web/parts/page/mark.tsx'
import { setCartCount, useCartCount } from '#web/session/cart-count.ts'
import { useSite } from '#web/session/site.ts'
import styles from './shop-bar.module.css'

/** Renders the bar of the shop's pages: menu, search, home, account and cart. */
export function ShopBar({ isHome }: { isHome?: boolean }) {
  const t = useT()
  const { name } = useSite()
  const home = (
    <AppLink href={homeLink} className={styles.home}>
      <Wordmark name={name} className={styles.mark} />
    </AppLink>
  )
  return (
    <header className={styles.bar}>
      <div className={styles.start}>
        <IconLink icon={Menu} label={t('Menu')} href={menuLink} />
        <IconLink icon={Search} label={t('Search')} href={searchLink} />
      </div>
      {isHome ? <h1>{home}</h1> : home}
      <div className={styles.end}>
        <IconLink icon={UserRound} label={t('Account')} href={accountLink} />
        <CartLink />
      </div>
    </header>
  )
}

/** Renders the link to the cart, with the number of units once it is known. */
export function CartLink() {
  const t = useT()
  const { call } = useRouter().options.context
  const count = useCartCount()
  useEffect(() => {
    call(getCartCount, {}).then(
      (cart) => setCartCount(cart.count),
      // After a failure the badge stays unchanged.
      () => undefined,
    )
  }, [call])
  const units = t('{count, plural, one {# piece} other {# pieces}}', { count })
  return (
    <AppLink href={cartLink} className={styles.cart} aria-label={count > 0 ? `${t('Cart')}, ${units}` : t('Cart')}>
      <Icon of={ShoppingBag} />
      <Badge count={count} ringed className={styles.badge} />
    </AppLink>
  )
}
