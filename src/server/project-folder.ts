/** The checkout. Source and built code both lie two folders deep in it: a file that is read at run time is found from here. */
export const projectFolder = new URL('../../', import.meta.url)
