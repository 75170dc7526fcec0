/** The problem with the URL of a webhook endpoint; undefined if it is valid. */
export function checkEndpointUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return 'must be a complete URL such as https://example.com/hooks'
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'must start with https:// or http://'
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password'
  return undefined
}
