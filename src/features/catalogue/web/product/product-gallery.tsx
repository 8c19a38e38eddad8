import { useEffect, useRef, useState } from 'react'
import type { Product } from '#features/catalogue/catalogue.contract.ts'
import { useT } from '#ui/i18n/use-t.ts'
import { fetchViewer, LazyViewer } from '#web/parts/page/lazy-viewer.tsx'
import { ProductImage } from '#web/parts/product-image.tsx'
import styles from './product-gallery.module.css'

type ProductGalleryProps = {
  product: Product
  /** The picture of the chosen color, to which the strip scrolls. */
  shown: string | null
  veil?: string | null
}

/** Renders the pictures side by side. Tapping a picture opens it in full screen. */
export function ProductGallery({ product, shown, veil }: ProductGalleryProps) {
  const t = useT()
  const strip = useRef<HTMLUListElement>(null)
  const [open, setOpen] = useState<number | null>(null)
  const pictures = product.images.length > 0 ? product.images : [{ path: product.image, alt: product.name }]
  const named = pictures.map(({ path, alt }) => ({ src: path, alt: alt || product.name }))
  const at = named.findIndex(({ src }) => src === shown)

  useEffect(() => {
    const list = strip.current
    const target = list?.children[at]
    if (!list || !target) return
    const box = target.getBoundingClientRect()
    const frame = list.getBoundingClientRect()
    const isMotionReduced = matchMedia('(prefers-reduced-motion: reduce)').matches
    const left = box.left + box.width / 2 - (frame.left + frame.width / 2)
    list.scrollBy({ left, behavior: isMotionReduced ? 'instant' : 'smooth' })
  }, [at])

  return (
    <>
      <ul ref={strip} className={styles.strip} aria-label={t('Pictures')}>
        {named.map(({ src, alt }, index) => (
          <li key={src} className={styles.place}>
            <button
              type="button"
              className={styles.picture}
              onClick={() => setOpen(index)}
              onPointerEnter={fetchViewer}
              onFocus={fetchViewer}
            >
              <ProductImage src={src} alt={alt} eager={index === 0} veil={veil} />
            </button>
          </li>
        ))}
      </ul>
      <LazyViewer pictures={named} at={open} onMove={setOpen} onClose={() => setOpen(null)} />
    </>
  )
}
