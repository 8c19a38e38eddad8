import type { ComponentProps } from 'react'
import { SideLink } from '#ui/layout/side-link.tsx'
import { joinClasses } from '../content/join-classes.ts'
import styles from './banner.module.css'

type BannerImageProps = { src: string; alt: string; width: number; height: number; eager?: boolean }

/** Renders a banner image. Its dimensions reserve the space, so that nothing moves when the image loads. */
export function BannerImage({ src, alt, width, height, eager }: BannerImageProps) {
  return (
    <img
      src={src}
      alt={alt}
      width={width}
      height={height}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : undefined}
      decoding="async"
      className={styles.image}
    />
  )
}

/** Renders a full-width banner that is one link. A banner outside of the first screen loads lazily. */
export function BannerLink({
  src,
  alt,
  width,
  height,
  eager,
  className,
  ...anchor
}: BannerImageProps & ComponentProps<typeof SideLink>) {
  return (
    <SideLink
      {...anchor}
      className={joinClasses(styles.banner, className)}
      style={{ aspectRatio: `${width} / ${height}` }}
    >
      <BannerImage src={src} alt={alt} width={width} height={height} eager={eager} />
    </SideLink>
  )
}
