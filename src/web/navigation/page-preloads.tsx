import { firstFonts } from '#ui/themes/fonts.ts'

/**
 * Renders preload links for a page's fonts and code. Only the server knows the code files of the page. In the browser,
 * the font links are rendered again, and React leaves the code links in place. Code has a low priority, so that
 * pictures and fonts come first on slow connections.
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
