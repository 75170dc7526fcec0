export const revoke = 'Revoke'
/** The accessible name of the button beside a key. */
export const revokeNamed = (name: string) => `Revoke ${name}`
export const title = (name: string) => `Revoke “${name}”?`
export const consequence = 'Programs that use this key lose access immediately. You cannot undo this.'
export const confirm = 'Revoke key'
export const failed = 'Could not revoke the key'
export const revoked = (name: string) => `Revoked “${name}”.`
