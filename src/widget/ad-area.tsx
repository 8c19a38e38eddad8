import type { AdPosition, Advert } from '#features/adverts/adverts.contract.ts'
import { BannerLink } from '#web/ui/banner.tsx'

type AdAreaProps = {
  pos: AdPosition
  /** From the page's loader (`loadAdvert`); without one the area takes no room. */
  advert: Advert | null
}

/** The place of an advert on a page: a coupon widget or a banner, and no hole where there is neither. */
export function AdArea({ advert }: AdAreaProps) {
  if (!advert?.image_path || !advert.link_path) return null
  return (
    <BannerLink
      href={advert.link_path}
      src={advert.image_path}
      alt={advert.title}
      width={advert.image_width ?? 780}
      height={advert.image_height ?? 300}
    />
  )
}
