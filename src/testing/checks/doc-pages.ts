import { globSync, readFileSync } from 'node:fs'

export const pages = globSync(['*.md', 'docs/**/*.md', 'packages/client/*.md']).map((file) => ({
  file,
  text: readFileSync(file, 'utf8'),
}))

/** The commands in the documentation, in blocks and in sentences. */
export const typed = pages.flatMap(({ file, text }) =>
  [...text.matchAll(/(?:^|[`\s])((?:npm|node|npx) [^`\n#]+)/gm)].map(([, command = '']) => ({
    file,
    command: command.trim(),
  })),
)

/** The code blocks of the documentation, with the words after their opening fence. */
export const blocks = pages.flatMap(({ file, text }) =>
  [...text.matchAll(/^ *```(.*)\n([\s\S]*?)^ *```/gm)].map(([, kind = '', code = '']) => ({ file, kind, code })),
)
