import type { ComponentProps } from 'react'
import { AppLink } from '../navigation/app-link.tsx'
import styles from './button.module.css'
import { type ButtonLook, buttonClass } from './button.tsx'
import { joinClasses } from './join-classes.ts'

/** A link that looks like a button. */
export function ButtonLink({ tone, size, block, className, ...anchor }: ComponentProps<typeof AppLink> & ButtonLook) {
  return <AppLink {...anchor} className={joinClasses(buttonClass({ tone, size, block }), className)} />
}

/** Underlined words that lead somewhere, 44 px to the touch. */
export function TextLink({ className, ...anchor }: ComponentProps<typeof AppLink>) {
  return <AppLink {...anchor} className={joinClasses(styles.link, className)} />
}
