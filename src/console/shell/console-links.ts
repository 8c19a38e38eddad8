import { toQuery } from '#contract/calls/call.ts'

/** Addresses of console screens that every part of the console links to. */
export const todayLink = '/staff'
export const ordersLink = '/staff/orders'
export const newOrderLink = '/staff/orders/new'
export const returnsLink = '/staff/returns'
export const inboxLink = '/staff/inbox'
export const customersLink = '/staff/customers'
export const guestsLink = `${customersLink}/guests`
export const reviewsLink = '/staff/reviews'
export const productsLink = '/staff/products'
export const newProductLink = '/staff/products/new'
export const categoriesLink = '/staff/categories'
export const stockLink = '/staff/stock'
export const lowStockLink = `${stockLink}?is_low=true&sort=stock`
export const widgetsLink = '/staff/widgets'
export const newWidgetLink = '/staff/widgets/new'
export const couponsLink = '/staff/coupons'
export const newCouponLink = '/staff/coupons/new'
export const advertsLink = '/staff/adverts'
export const newAdvertLink = '/staff/adverts/new'
export const importsLink = '/staff/imports'
export const settingsLink = '/staff/settings'
export const figuresLink = '/staff/figures'
export const startLink = '/staff/start'
export const profileLink = '/staff/profile'
export const requestsLink = '/staff/requests'

/**
 * The parameter `list` names the list that the page was opened from, in the format of `formatOriginList`. Keys then open
 * the previous and the next row of that list.
 */
export const staffOrderLink = (number: string, list?: string) =>
  `${ordersLink}/${encodeURIComponent(number)}${toQuery({ list })}`
export const staffReturnLink = (number: string, list?: string) =>
  `${returnsLink}/${encodeURIComponent(number)}${toQuery({ list })}`
export const staffTicketLink = (number: string) => `${inboxLink}/tickets/${encodeURIComponent(number)}`
export const staffChatLink = (id: string) => `${inboxLink}/chats/${encodeURIComponent(id)}`
export const staffCustomerLink = (id: string) => `${customersLink}/${encodeURIComponent(id)}`
export const staffProductLink = (handle: string) => `${productsLink}/${encodeURIComponent(handle)}`
export const staffWidgetLink = (id: number) => `${widgetsLink}/${id}`
export const staffCouponLink = (code: string) => `${couponsLink}/${encodeURIComponent(code)}`
export const staffAdvertLink = (id: number) => `${advertsLink}/${id}`
export const importLink = (id: string) => `${importsLink}/${encodeURIComponent(id)}`
