/** The actor of a staff call: a member with a session, a program with a key, or the command line on the server. */
export type StaffActor = {
  kind: 'member' | 'key' | 'command line'
  /** The id of the member or key. Empty for the command line. */
  id: string
  name: string
  scopes: ReadonlySet<string>
  isOwner: boolean
  /** The largest refund this actor may start, in the smallest unit of the shop's currency. Null means no limit. */
  refundLimit: number | null
  sessionId: string | null
  /** The time of the last second step in this session, or null. */
  confirmedAt: Date | null
  /**
   * True while the shop requires a second step that this member has not set up. Until then, only calls about the
   * member's own account work.
   */
  lacksSecondStep?: boolean
}
