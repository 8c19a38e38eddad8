export const cartLink = '/cart'
