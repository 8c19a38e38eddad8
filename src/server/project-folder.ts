/**
 * The project folder, two folders above this file's folder in the source and in the build. Files that are read at run
 * time are found from here.
 */
export const projectFolder = new URL('../../', import.meta.url)
