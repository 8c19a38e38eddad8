export const galleryLink = '/gallery'
