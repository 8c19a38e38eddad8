import { type AnchorHTMLAttributes, type ComponentType, createContext, use } from 'react'

export type SideLinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & {
  href: string
  /** Whether the target page requires sign-in. */
  needsSignIn?: boolean
  replace?: boolean
}

function PlainLink({ needsSignIn, replace, ...anchor }: SideLinkProps) {
  return <a {...anchor} />
}

/** The link component of the shop or the console, which knows its router. */
export const SideLinkContext = createContext<ComponentType<SideLinkProps>>(PlainLink)

/** Renders a link within the kit by the link component of the shop or the console. */
export function SideLink(props: SideLinkProps) {
  const Link = use(SideLinkContext)
  return <Link {...props} />
}
