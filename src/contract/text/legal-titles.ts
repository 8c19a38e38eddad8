/** The titles of the two pages that forms link to. The title is part of a page's address. */
export const legalTitles = { terms: 'Terms', privacy: 'Privacy Notice' } as const
