import { describe, expect, it } from 'vitest'
import type { CatalogueEntry } from '../api/integrations.ts'
import { kindOfCredential } from './credential-values.ts'

function entry(encoding: 'text' | 'json' | 'text or json'): CatalogueEntry {
  const field = (name: string) => ({
    name,
    title: name,
    help: '',
    secret: true,
    required: false,
    example: '',
  })
  return {
    type: 'shop',
    name: 'Shop',
    summary: '',
    built_in: false,
    actions: [],
    credential: {
      type: 'shop_token',
      title: 'Shop token',
      help: '',
      example: '',
      encoding,
      fields: [field('token'), field('base_url')],
    },
  }
}

describe('the value of a credential', () => {
  it('General types have the format that the server documents', () => {
    const encode = (type: string, fields: Record<string, string>) => kindOfCredential(type, []).encode(fields)
    expect(encode('basic_auth', { user: 'ada', password: 'a:b' })).toBe('ada:a:b')
    expect(encode('custom_header', { header: 'X-Key', value: 'k' })).toBe('X-Key: k')
    expect(encode('query_param', { parameter: 'key', value: 'k' })).toBe('key=k')
    expect(
      JSON.parse(encode('oauth2_client', { token_url: 'u', client_id: 'i', client_secret: 's', scope: '' })),
    ).toEqual({
      token_url: 'u',
      client_id: 'i',
      client_secret: 's',
    })
  })

  it('A client of OAuth may send its secret in the body', () => {
    const kind = kindOfCredential('oauth2_client', [])
    const auth = kind.fields.find(({ name }) => name === 'auth')
    expect(auth).toMatchObject({ isRequired: false, isSecret: false, options: ['basic', 'body'] })
    expect(JSON.parse(kind.encode({ token_url: 'u', auth: 'body' }))).toEqual({
      token_url: 'u',
      auth: 'body',
    })
  })

  it('A type of the catalogue follows its encoding', () => {
    expect(kindOfCredential('shop_token', [entry('text')]).encode({ token: 't', base_url: '' })).toBe('t')
    expect(kindOfCredential('shop_token', [entry('json')]).encode({ token: 't', base_url: 'u' })).toBe(
      '{"token":"t","base_url":"u"}',
    )
  })

  it('Where both are allowed, one field is a text and several are JSON', () => {
    const kind = kindOfCredential('shop_token', [entry('text or json')])
    expect(kind.encode({ token: 't', base_url: '' })).toBe('t')
    expect(kind.encode({ token: 't', base_url: 'u' })).toBe('{"token":"t","base_url":"u"}')
  })

  it('An unknown type is one text', () => {
    expect(kindOfCredential('own', []).encode({ value: 'v' })).toBe('v')
  })
})
