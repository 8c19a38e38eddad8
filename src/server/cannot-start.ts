/** What keeps Harbor from starting, in one sentence for whoever operates it. */
export class CannotStart extends Error {
  override name = 'CannotStart'
}
