export const title = (account: string) => `Join ${account}`
export const intro = (inviter: string, role: string) => `${inviter} invites you. Your role will be: ${role}.`
export const opening = 'Opening the invitation'
export const invalidTitle = 'This invitation does not work'
export const linkRequired = 'Open the complete link that you were sent.'
export const join = 'Join'
export const failed = 'Could not accept the invitation'
export const signedInAs = (name: string) => `You are signed in as ${name}`
export const signedInNote = 'If you accept the invitation, this browser uses the new user instead.'
