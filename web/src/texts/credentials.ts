/** The credential picker of the inspector. */
export const credential = 'Credential'
export const choose = 'Choose a credential'
export const none = 'No credential'
export const noneFits = 'No credential fits yet. Create one.'
export const create = 'Create a credential'
export const createNamed = (name: string) => `Create “${name}”`

export const missing = 'This credential does not exist. Choose another one.'
export const test = 'Test connection'
export const testing = 'Testing…'
export const tested = (when: string) => `tested ${when}`
export const works = (ms: number) => `The connection works (${ms} ms).`
export const title = 'Create a credential'
export const description = 'The value is encrypted. No one can read it afterwards.'
export const type = 'Type'
export const name = 'Name'
export const value = 'Value'
export const hosts = 'Allowed hosts'
export const hostsHelp =
  'The only hosts that the secret may be sent to, separated by commas. Empty: every host.'
export const save = 'Create'
export const failed = 'The credential was not created'
export const required = (label: string) => `${label} is required.`
export const show = (label: string) => `Show ${label}`
export const hide = (label: string) => `Hide ${label}`

/** The general types, whose values have a documented format. */
export const types = {
  api_key: { title: 'API key', fields: { key: 'Key' } },
  bearer_token: { title: 'Bearer token', fields: { token: 'Token' } },
  basic_auth: { title: 'User name and password', fields: { user: 'User name', password: 'Password' } },
  custom_header: { title: 'Header', fields: { header: 'Header name', value: 'Value' } },
  query_param: { title: 'Query parameter', fields: { parameter: 'Parameter name', value: 'Value' } },
  oauth2_client: {
    title: 'OAuth 2.0 client',
    fields: {
      token_url: 'Token URL',
      client_id: 'Client ID',
      client_secret: 'Client secret',
      scope: 'Scope',
      audience: 'Audience',
      auth: 'How the secret is sent',
    },
  },
  openapi: { title: 'Several secrets of an imported API', fields: { value: 'JSON by scheme name' } },
  signing_key: { title: 'Signing key', fields: { value: 'Secret or key in PEM format' } },
  smtp: { title: 'SMTP server', fields: { url: 'Connection URL' } },
  postgres: { title: 'PostgreSQL database', fields: { url: 'Connection URL' } },
}
export const typeHelp = {
  api_key: 'The key itself.',
  bearer_token: 'The token without the word Bearer. It is sent as “Authorization: Bearer …”.',
  basic_auth: 'Sent with HTTP basic authentication.',
  custom_header: 'The header is sent with each request.',
  query_param: 'The parameter is added to the URL of each request.',
  oauth2_client: 'Gets a token with the client credentials grant, and a new one when it expires.',
  openapi: 'JSON with one text for each security scheme of the document.',
  signing_key: 'For HMAC and JSON Web Tokens: a secret, or a key in PEM format.',
  smtp: 'smtps:// for TLS from the start, or smtp:// with ?tls=required, offered or never.',
  postgres: 'A connection URL. ?sslmode= works as in psql.',
}
export const fieldHelp: Readonly<Record<string, string>> = {
  auth: 'Default: basic, in the Authorization header. Choose body if the service expects the secret in the request body.',
}
export const other = 'Stored as it is.'
