/** What a signed-in browser sends: a token counts only beside its time, which here never comes. */
export function sessionCookie(token: string | null): string {
  return `token=${token}; token_expires=9999999999`
}
