import { firstFonts } from '../styles/fonts.ts'

/**
 * Links that fetch a page's fonts and code early. The server knows the files of the page; the browser renders the fonts alone, and React
 * leaves the other links where they are. Code has a low priority, so that pictures and fonts come first on a slow connection.
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
