/** An error that prevents Harbor from starting. The message is one sentence for the operator. */
export class CannotStart extends Error {
  override name = 'CannotStart'
}
