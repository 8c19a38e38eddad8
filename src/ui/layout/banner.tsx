import type { ComponentProps } from 'react'
import { SideLink } from '#ui/layout/side-link.tsx'
import { joinClasses } from '../content/join-classes.ts'
import styles from './banner.module.css'

type BannerImageProps = { src: string; alt: string; width: number; height: number; eager?: boolean }

/** Its place is kept by the image's own measures, so nothing jumps when it arrives. */
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

/** From edge to edge, the whole image one link. One that a screen does not open with comes when somebody is about to see it. */
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
