export const title = 'Profile'
export const intro = 'View your details, change your password and end your sessions.'

export const details = 'Your details'
export const account = 'Account'

export const passwordNote = 'Changing your password signs you out of all other sessions.'
export const currentPassword = 'Current password'
export const newPassword = 'New password'
export const changePassword = 'Change password'
export const currentPasswordRequired = 'Enter your current password.'
export const changeFailed = 'Could not change your password'
export const passwordChanged = 'Password changed'
export const otherSessionsEnded = 'All your other sessions are signed out.'
