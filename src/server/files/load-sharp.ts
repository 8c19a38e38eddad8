/** Native code of some 10 MB, loaded when a picture is first drawn: most instances serve what was drawn before. */
export const loadSharp = async () => (await import('sharp')).default
