import packageFile from '../../../package.json' with { type: 'json' }
import { readCommit } from './read-commit.ts'

// The build replaces this name with its commit. From source it stays undefined.
declare const builtCommit: string | undefined

export const buildInfo = {
  version: packageFile.version,
  commit: typeof builtCommit === 'undefined' ? readCommit() : builtCommit,
}
