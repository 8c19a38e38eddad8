/**
 * The project folder. Source and built code both lie two folders below it. Files that are read at run time are found
 * from here.
 */
export const projectFolder = new URL('../../', import.meta.url)
