import { AppLink } from '#web/app-link.tsx'
import { ProductImage } from '#web/ui/product-image.tsx'
import type { Category } from '../product-list.contract.ts'
import styles from './category-strip.module.css'

/** Categories as pictures in a row that scrolls sideways. */
export function CategoryStrip({ label, categories }: { label: string; categories: Category[] }) {
  return (
    <nav aria-label={label}>
      <ul className={styles.strip}>
        {categories.map(({ code, name, image }) => (
          <li key={code} className={styles.place}>
            <AppLink href={`/catalogue/${code}`} className={styles.tile}>
              <ProductImage src={image} alt="" />
              <span className={styles.name}>{name}</span>
            </AppLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

type Step = { href: string; name: string; isHere?: boolean }

/** Ways up, down and beside, as words in a row. */
export function CategoryLinks({ label, steps }: { label: string; steps: Step[] }) {
  return (
    <nav aria-label={label}>
      <ul className={styles.links}>
        {steps.map(({ href, name, isHere }) => (
          <li key={href}>
            <AppLink href={href} className={styles.link} aria-current={isHere ? 'page' : undefined}>
              {name}
            </AppLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
