export const checkoutLink = '/checkout'
