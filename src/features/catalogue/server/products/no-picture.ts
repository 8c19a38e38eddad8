/**
 * The placeholder of a product without a picture: a hanger on a gray background, in the proportions of other pictures.
 */
const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 335 445" role="img" aria-label="No picture yet">
<rect width="335" height="445" fill="#e8ecee"/>
<path d="M167.5 190v-10a16 16 0 1 1 16-16M167.5 190l80 56a9 9 0 0 1-5 16h-150a9 9 0 0 1-5-16z" fill="none" stroke="#8a999f" stroke-width="7" stroke-linecap="round" stroke-linejoin="round"/>
</svg>
`

export const noPictureFile = 'no-picture.svg'
export const noPicturePath = `/catalogue/${noPictureFile}`
export const noPicture = new TextEncoder().encode(drawing)
