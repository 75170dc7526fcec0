// Capitalised as in the specification of the API, which names the path Settings → API Keys → Create Key.
export const createKey = 'Create Key'
export const failed = 'Could not create the key'
export const nameHint = 'The program that will use the key, for example “Nightly import”.'
export const nameRequired = 'Enter a name for the key.'

export const expiration = 'Expiration'
export const expirationChoices = {
  never: 'Never',
  '30': '30 days',
  '90': '90 days',
  '365': '1 year',
  date: 'Custom date',
}
export const expirationDate = 'Expiration date'
export const expirationInvalid = 'Choose today or a later date.'
export const neverExpires = 'The key does not expire. It works until you revoke it.'
export const expiresOn = (date: string) => `The key expires on ${date}.`

export const keyCreated = 'Key created'
export const copyNow = (name: string) => `Copy the key “${name}” now and store it securely.`
export const apiKey = 'API key'
export const tryIt = 'Try it'
export const curlCommand = 'curl command'
export const shownOnce = 'This key is shown only once'
export const shownOnceNote =
  'Millrace does not store the key itself. If you lose it, revoke it and create a new one.'
export const savedKey = 'Have you saved the key?'
export const savedKeyNote =
  'You cannot see the key again after you close this dialog. Choose “Done” when you have stored it securely.'
