import { generateKeyPairSync } from 'node:crypto'

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })

/** A new key for each test run. */
export const serviceAccountKey = privateKey.export({ type: 'pkcs8', format: 'pem' })

/** Credential values for a service at an origin. Their secrets contain a canary that is easy to find. */
export const testCredentials: Readonly<Record<string, (origin: string) => string>> = {
  http_api: (origin) =>
    JSON.stringify({
      base_url: `${origin}/v1`,
      basic_auth: 'ada:CANARY-password',
      header: 'X-Key: CANARY-header',
      query: 'key=CANARY-query',
    }),
  slack: (origin) => JSON.stringify({ token: 'CANARY-slack', base_url: origin }),
  github: (origin) => JSON.stringify({ token: 'CANARY-github', base_url: origin }),
  discord: (origin) => JSON.stringify({ token: 'CANARY-discord', base_url: origin }),
  telegram: (origin) => JSON.stringify({ token: '1234:CANARY-telegram', base_url: origin }),
  twilio: (origin) =>
    JSON.stringify({ account_sid: 'AC0123456789', auth_token: 'CANARY-twilio', base_url: origin }),
  openai: (origin) => JSON.stringify({ api_key: 'CANARY-openai', base_url: `${origin}/v1` }),
  s3: (origin) =>
    JSON.stringify({
      access_key_id: 'AKID',
      secret_access_key: 'CANARY-s3-secret',
      session_token: 'CANARY-s3-session',
      region: 'eu-central-1',
      bucket: 'my-bucket',
      endpoint: origin,
    }),
  google_sheets: (origin) =>
    JSON.stringify({
      type: 'service_account',
      client_email: 'robot@project.example',
      private_key: serviceAccountKey,
      token_uri: `${origin}/token`,
      base_url: origin,
    }),
  notion: (origin) => JSON.stringify({ token: 'CANARY-notion', base_url: origin }),
  airtable: (origin) => JSON.stringify({ token: 'CANARY-airtable', base_url: origin }),
  stripe: (origin) => JSON.stringify({ secret_key: 'CANARY-stripe', base_url: origin }),
}
