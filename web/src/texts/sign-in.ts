export const welcome = 'Welcome back. Your workflows kept running.'
export const ownerFirst = 'This installation needs an owner first.'
export const noOwner = 'This installation has no owner yet'
export const openSetupLink = 'Open the setup link that Millrace printed in the terminal to create the owner.'
export const sessionEnded = 'Your session has ended'
export const sessionEndedNote = 'Sign in again to continue. Nothing on this page is lost.'
export const signInToContinue = 'Sign in again to continue where you left off.'

export const failed = 'Could not sign in'
export const emailRequired = 'Enter your email address.'
export const passwordRequired = 'Enter your password.'
/** Minutes are enough for a long wait. */
export const retryIn = (seconds: number) =>
  seconds > 90 ? `Try again in ${Math.ceil(seconds / 60)} min` : `Try again in ${seconds} s`
