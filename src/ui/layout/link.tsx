import type { ComponentProps } from 'react'
import { SideLink } from '#ui/layout/side-link.tsx'
import styles from '../buttons/button.module.css'
import { type ButtonStyle, buttonClass } from '../buttons/button.tsx'
import { joinClasses } from '../content/join-classes.ts'

export function ButtonLink({ tone, size, block, className, ...anchor }: ComponentProps<typeof SideLink> & ButtonStyle) {
  return <SideLink {...anchor} className={joinClasses(buttonClass({ tone, size, block }), className)} />
}

/** Renders an underlined link with a touch target of 44 px. */
export function TextLink({ className, ...anchor }: ComponentProps<typeof SideLink>) {
  return <SideLink {...anchor} className={joinClasses(styles.link, className)} />
}
