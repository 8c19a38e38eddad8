/** What the audit log calls tries to sign in as somebody that failed: no call of theirs, since nobody signed in. */
export const failedSignIn = 'failedSignIn'
