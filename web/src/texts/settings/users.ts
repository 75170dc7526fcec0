export const title = 'Users'
export const intro = 'The people of this account and what they may do.'
export const loading = 'Loading users'
export const loadFailed = 'Could not load the users'

export const you = 'You'
export const lastSeen = 'Last seen {time}'
export const signedOut = 'Signed out'
export const roleOf = (name: string) => `Role of ${name}`
export const roleChanged = (name: string, role: string) => `${name} is now: ${role}`
export const roleFailed = 'Could not change the role'
export const readOnlyNote = 'Owners invite people, change roles and remove users.'

export const remove = 'Remove'
export const removeNamed = (name: string) => `Remove ${name}`
export const removeTitle = (name: string) => `Remove “${name}”?`
export const removeNote =
  'They are signed out everywhere at once and can no longer sign in. Workflows, forms and API keys that they created stay.'
export const removeSelfNote =
  'You lose access to this account at once. Only another owner can invite you again.'
export const removeConfirm = 'Remove user'
export const removeFailed = 'Could not remove the user'
export const removed = (name: string) => `${name} removed`

export const invite = 'Invite user'
export const inviteNote = 'The person who opens the link chooses a name, an email address and a password.'
export const inviteFailed = 'Could not create the invitation'
export const note = 'Note'
export const noteHint = 'Optional: who the link is for, such as an email address. Millrace sends no mail.'
export const createLink = 'Create link'
export const linkCreated = 'Invitation link'
export const linkCreatedNote = 'Send this link to the person you invite. It works once, within 7 days.'
export const link = 'Invitation link'
export const shownOnce = 'The link is shown only now'
export const shownOnceNote =
  'Millrace stores no copy of it. If it gets lost, revoke the invitation and create a new one.'

export const invitations = 'Invitations'
export const invitationsNote = 'Links that nobody has used yet.'
export const noInvitations =
  'No open invitations. Invite somebody, and the link is listed here until it is used, expires or is revoked.'
export const anyone = 'Without a note'
export const invitedBy = (name: string, role: string) => `${role}, invited by ${name}`
export const expires = 'Expires {time}'
export const expired = 'Expired'
export const revoke = 'Revoke'
export const revokeNamed = (note: string) => `Revoke the invitation “${note}”`
export const revokeTitle = 'Revoke this invitation?'
export const revokeNote = 'The link stops working. You can invite the person again.'
export const revokeConfirm = 'Revoke invitation'
export const revokeFailed = 'Could not revoke the invitation'
export const revoked = 'Invitation revoked'
