/** Loads 10 MB of native code at the first image. Most instances only serve existing images. */
export const loadSharp = async () => (await import('sharp')).default
