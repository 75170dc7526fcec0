/** Why deliveries cannot go to this address; undefined when its form is all right. */
export function checkEndpointUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return 'must be a full address such as https://example.com/hooks'
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'must start with https:// or http://'
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password'
  return undefined
}
