export const title = 'Set up Millrace'
export const intro = 'Create the owner of this installation. It takes a minute.'
export const alreadySetUp = 'Millrace is already set up'
export const ownerExists = 'This installation has an owner. Sign in to continue.'
export const linkRequired = 'Open the setup link'
export const linkExplained =
  'When Millrace starts for the first time, it prints a one-time setup link in the terminal. Open the complete link to continue.'

export const createOwner = 'Create owner'
export const failed = 'Could not create the owner'
