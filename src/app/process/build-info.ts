import packageFile from '../../../package.json' with { type: 'json' }
import { readCommit } from './read-commit.ts'

// The build replaces this name by the commit that it was made from; from source nothing does.
declare const builtCommit: string | undefined

/** The version and the commit of the program that runs. */
export const buildInfo = {
  version: packageFile.version,
  commit: typeof builtCommit === 'undefined' ? readCommit() : builtCommit,
}
