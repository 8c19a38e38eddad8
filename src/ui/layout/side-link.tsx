import { type AnchorHTMLAttributes, type ComponentType, createContext, use } from 'react'

export type SideLinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & {
  href: string
  /** The page behind it is for signed-in shoppers. */
  needsSignIn?: boolean
  replace?: boolean
}

function PlainLink({ needsSignIn, replace, ...anchor }: SideLinkProps) {
  return <a {...anchor} />
}

/** The link component of the side that shows the kit's parts, which knows its router. */
export const SideLinkContext = createContext<ComponentType<SideLinkProps>>(PlainLink)

/** A link inside of the kit: the shop and the console each decide how it leads to a page. */
export function SideLink(props: SideLinkProps) {
  const Link = use(SideLinkContext)
  return <Link {...props} />
}
