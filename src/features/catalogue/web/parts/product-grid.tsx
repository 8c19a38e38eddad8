import { findOverlay } from '#features/catalogue/catalogue.rules.ts'
import type { ProductCard } from '#features/catalogue/product-list.contract.ts'
import { productLink } from '#links/catalogue.links.ts'
import { joinClasses } from '#ui/content/join-classes.ts'
import { useT } from '#ui/i18n/use-t.ts'
import { AppLink } from '#web/navigation/app-link.tsx'
import { Price } from '#web/parts/price.tsx'
import { ProductImage } from '#web/parts/product-image.tsx'
import { HeartButton } from './heart-button.tsx'
import styles from './product-grid.module.css'

/** Renders products in a grid. `eager` loads the pictures of the first screen immediately. */
export function ProductGrid({ cards, eager }: { cards: ProductCard[]; eager?: boolean }) {
  return (
    <ul className={styles.grid}>
      {cards.map((card, at) => (
        <Card key={card.id} card={card} eager={eager && at === 0} />
      ))}
    </ul>
  )
}

function Card({ card, eager }: { card: ProductCard; eager?: boolean }) {
  const t = useT()
  const overlay = findOverlay(card.availability)
  return (
    <li className={styles.card}>
      <AppLink href={productLink(card.handle)} className={styles.link}>
        <ProductImage src={card.image} alt="" size="card" veil={overlay && t(overlay)} eager={eager} />
        <span className={styles.name}>{card.name}</span>
        <span className={styles.price}>
          {card.is_from && <span className={styles.from}>{t('from')}</span>}
          <Price was={card.compare_at_price?.price ?? null}>{card.price.price}</Price>
        </span>
      </AppLink>
      <HeartButton product={card} className={joinClasses(styles.heart, overlay !== null && styles.veiled)} />
    </li>
  )
}
