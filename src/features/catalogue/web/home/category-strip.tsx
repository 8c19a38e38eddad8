import { useEffect, useRef } from 'react'
import type { Category } from '#features/catalogue/product-list.contract.ts'
import { categoryLink } from '#links/catalogue.links.ts'
import { joinClasses } from '#ui/content/join-classes.ts'
import { AppLink } from '#web/navigation/app-link.tsx'
import { ProductImage } from '#web/parts/product-image.tsx'
import styles from './category-strip.module.css'

/** Renders categories as pictures in a row that scrolls sideways. */
export function CategoryStrip({ label, categories }: { label: string; categories: Category[] }) {
  return (
    <nav aria-label={label}>
      <ul className={styles.strip}>
        {categories.map(({ code, name, image }) => (
          <li key={code} className={styles.place}>
            <AppLink href={categoryLink(code)} className={styles.tile}>
              <ProductImage src={image} alt="" size="tile" />
              <span className={styles.name}>{name}</span>
            </AppLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

type Step = { href: string; name: string; isHere?: boolean }

/** Renders links to parent, child and sibling categories in a row that scrolls to the current one. */
export function CategoryLinks({ label, steps, wraps }: { label: string; steps: Step[]; wraps?: boolean }) {
  const list = useRef<HTMLUListElement>(null)
  const here = steps.find(({ isHere }) => isHere)?.href
  useEffect(() => {
    const current = list.current?.querySelector(`[href="${here}"]`)
    if (!list.current || !current) return
    const frame = list.current.getBoundingClientRect()
    const box = current.getBoundingClientRect()
    list.current.scrollBy({ left: box.left + box.width / 2 - (frame.left + frame.width / 2), behavior: 'instant' })
  }, [here])
  return (
    <nav aria-label={label}>
      <ul ref={list} className={joinClasses(styles.links, wraps && styles.wrapped)}>
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
