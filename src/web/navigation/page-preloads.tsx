import { firstFonts } from '#ui/themes/fonts.ts'

/**
 * Renders preload links for a page's fonts and code. The server knows the files of the page. The browser renders the
 * font links only, and React leaves the others in place. Code has a low priority, so that pictures and fonts come first
 * on slow connections.
 */
export function PagePreloads({ files = [] }: { files?: string[] | undefined }) {
  return (
    <>
      {firstFonts.map((href) => (
        <link key={href} rel="preload" as="font" type="font/woff2" href={href} crossOrigin="anonymous" />
      ))}
      {files.map((href) => (
        <link key={href} rel="modulepreload" href={href} fetchPriority="low" />
      ))}
    </>
  )
}
