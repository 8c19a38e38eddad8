import type { Plugin } from 'vite'

/**
 * Each drawing of the library is two components and a context, which a page with forty of them pays for on the server and once more in
 * the browser. Ours is one, and what it draws is made once. It takes the same properties, and is hidden from readers unless it is named.
 */
export function plainIcons(): Plugin {
  return {
    name: 'plain-icons',
    apply: 'build',
    load: {
      filter: { id: /lucide-react\/dist\/esm\/createLucideIcon\.mjs$/ },
      handler: () => `
        import { createElement } from 'react'
        import { jsx } from 'react/jsx-runtime'
        export default function createLucideIcon({ node, size: edge }) {
          const lines = node.map(([tag, attributes]) => createElement(tag, attributes))
          return ({ size = edge, strokeWidth = 2, className, ...rest }) =>
            jsx('svg', {
              width: size,
              height: size,
              viewBox: \`0 0 \${edge} \${edge}\`,
              fill: 'none',
              stroke: 'currentColor',
              strokeWidth,
              strokeLinecap: 'round',
              strokeLinejoin: 'round',
              className: className || undefined,
              'aria-hidden': rest['aria-label'] ? undefined : true,
              ...rest,
              children: lines,
            })
        }`,
    },
  }
}
