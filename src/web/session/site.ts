import { useRouter } from '@tanstack/react-router'

/** Data about the shop and the visitor's choices, part of every page's HTML. */
export type Site = {
  name: string
  /** The merchant's sentence about the shop in the page's language. Empty if there is none. */
  description: string
  publicUrl: string
  /** The language of the page. */
  language: { id: number; code: string; name: string; direction: 'ltr' | 'rtl' }
  /**
   * The language that the visitor chose. The chosen language differs from `language` if the shop has no texts in it.
   */
  picked: { code: string; name: string }
  /** The handling of a language without texts: English with a notice, or the page translator enabled by the shop. */
  page_translator: string
  currency: string
  /** The time zone of the browser from its cookie, or UTC before the first page. */
  time_zone: string
  /** The device according to the request header. App store links depend on it. */
  device: 'ios' | 'android' | 'other'
  open_collect: string
  reviews_switch: string
  /** Whether the shop's own chat is offered. Another provider may exist. */
  chat_switch: string
  /** True if the shop has published its terms and its privacy notice. */
  has_legal_pages: boolean
}

export function useSite(): Site {
  return useRouter().options.context.site
}
