/** Who works here: a person by their session, a program by its key, or whoever has a shell on the server. */
export type StaffAsker = {
  kind: 'member' | 'key' | 'command line'
  /** Of the member or key; empty for the command line. */
  id: string
  name: string
  scopes: ReadonlySet<string>
  isOwner: boolean
  /** The most that this person may pay back at once, in the smallest unit of the shop's currency; null is any amount. */
  refundLimit: number | null
  sessionId: string | null
  /** When the second step was last taken in this session; null where it was not. */
  confirmedAt: Date | null
  /** The shop wants a second step and this person has none yet: until then only what is about themselves is open. */
  lacksSecondStep?: boolean
}
