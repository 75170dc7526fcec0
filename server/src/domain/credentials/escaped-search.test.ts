import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { ByteRedactor, redactBytes } from './byte-redactor.ts'
import { redactJson, redactSecrets } from './redact-secrets.ts'
import { hasReadableEscapes } from './unescape-bytes.ts'

const SECRET = 'CANARY+a/b&"1=<ö😀> %x'

const hex = (character: string, digits: number) =>
  (character.codePointAt(0) ?? 0).toString(16).padStart(digits, '0')
const inJson = (character: string) =>
  [...Array(character.length).keys()]
    .map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`)
    .join('')
const inUrl = (character: string) =>
  [...Buffer.from(character)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')

/** What encoders do with one character. */
const ESCAPES: Readonly<Record<string, (character: string) => string>> = {
  JSON: inJson,
  'JSON in upper case': (character) => inJson(character).toUpperCase().replaceAll('\\U', '\\u'),
  'JSON in JSON': (character) => inJson(character).replaceAll('\\', '\\\\'),
  'JSON in JSON in JSON': (character) => inJson(character).replaceAll('\\', '\\\\\\\\'),
  'decimal entities': (character) => `&#${character.codePointAt(0)};`,
  'hexadecimal entities': (character) => `&#x${hex(character, 2)};`,
  'hexadecimal entities in upper case': (character) => `&#X${hex(character, 6).toUpperCase()};`,
  'entities in HTML': (character) => `&amp;#${character.codePointAt(0)};`,
  'a URL': inUrl,
  'a URL in upper case': (character) => inUrl(character).toUpperCase(),
  'a URL in a URL': (character) => inUrl(character).replaceAll('%', '%25'),
  'a URL in JSON': (character) => inUrl(character).replaceAll('%', String.raw`\u0025`),
}

describe('redactSecrets in texts with escapes', () => {
  for (const [name, escape] of Object.entries(ESCAPES)) {
    it(`A secret is found whose characters are escaped as in ${name}: all, all but letters, or one`, () => {
      const characters = Array.from(SECRET)
      const spellings = [
        characters.map(escape).join(''),
        characters.map((character) => (/\w/.test(character) ? character : escape(character))).join(''),
        ...characters.map((_, at) =>
          characters.map((character, index) => (index === at ? escape(character) : character)).join(''),
        ),
      ]
      for (const spelling of spellings) {
        assert.equal(redactSecrets(`«${spelling}» ${spelling}.`, [SECRET]), '«***» ***.', spelling)
        const redacted = redactBytes(Buffer.from(`«${spelling}» ${spelling}.`), [SECRET])
        assert.equal(Buffer.from(redacted).toString(), '«***» ***.', spelling)
      }
    })
  }

  it('A secret that looks escaped itself is found where it is unescaped, in a text that is shorter', () => {
    const secret = 'pass%41word&amp;1'
    const text = 'passAword&#38;1'
    assert.ok(text.length < secret.length)
    assert.equal(redactSecrets(text, [secret]), '***')
    assert.equal(Buffer.from(redactBytes(Buffer.from(text), [secret])).toString(), '***')
  })

  it('Signs that begin no escape stay as they are, beside a secret with escapes', () => {
    const plain = 'https://example.com/?a=1&b=100%&c'
    assert.equal(redactSecrets(plain, [SECRET]), plain)
    assert.equal(redactSecrets(`${plain} ${inUrl(SECRET)} ${plain}`, [SECRET]), `${plain} *** ${plain}`)
  })

  it('A secret is found in what PHP, Go and .NET write as JSON, and in XML', () => {
    const secret = 'a/b+c&d<e>f\'g"h'
    for (const spelling of [
      String.raw`a\/b+c&d<e>f'g\"h`,
      String.raw`a/b+c\u0026d\u003ce\u003ef'g\"h`,
      String.raw`a/b\u002Bc\u0026d\u003Ce\u003Ef\u0027g\u0022h`,
      'a/b+c&amp;d&lt;e&gt;f&apos;g&quot;h',
      'a/b&#43;c&amp;d&lt;e&gt;f&#039;g&#34;h',
    ]) {
      assert.equal(redactSecrets(`"${spelling}"`, [secret]), '"***"', spelling)
    }
  })

  it('A secret with backslashes and line breaks is found in JSON, in one string or in several', () => {
    const secret = '-----BEGIN KEY-----\nab\\n/c+\t"d"\n-----END KEY-----\n'
    let text = secret
    for (let depth = 0; depth < 4; depth += 1) {
      text = JSON.stringify(text)
        .slice(1, -1)
        .replaceAll('+', String.raw`\u002B`)
      assert.equal(redactSecrets(`{"key":"${text}"}`, [secret]), '{"key":"***"}', text)
    }
  })

  it('The base64 text of a secret is found when it is escaped in turn', () => {
    const base64 = Buffer.from('>>>???>>>???>>>').toString('base64')
    assert.match(base64, /[+/]/)
    for (const spelling of [
      encodeURIComponent(base64),
      base64.replaceAll('+', String.raw`\u002B`).replaceAll('/', String.raw`\/`),
      base64.replaceAll('/', '&#x2F;'),
    ]) {
      assert.equal(redactSecrets(`<${spelling}>`, ['>>>???>>>???>>>']), '<***>', spelling)
    }
  })

  it('Backslashes and percent signs directly before a secret do not hide it', () => {
    for (const before of ['\\', '\\\\', String.raw`DOMAIN\\`, '%20', '&amp;', '%', '&', '&#1;']) {
      const text = `${before}token\\u002B123`
      assert.ok(redactSecrets(text, ['token+123']).endsWith('***'), text)
    }
  })

  it('What is nearly an escape is none', () => {
    const secret = 'CANARY+a<b'
    for (const plus of [
      '&plus;',
      '&#43;',
      '&#0000000043;',
      '&#x2b;',
      '&#x00000002b;',
      '&#X2B;',
      '%2b',
      '%2B',
    ]) {
      assert.equal(redactSecrets(`CANARY${plus}a<b`, [secret]), '***', plus)
    }
    for (const plus of [
      '&plus',
      '&Plus;',
      '&pluss;',
      '&plusequals;',
      '&equalsplus;',
      '&#;',
      '&#x;',
      '&#00000000043;',
      '&#x000000002b;',
      '&#2b;',
      '&x2b;',
      '%2',
      '%2g',
      '%',
      '&',
    ]) {
      const text = `CANARY${plus}a<b %20`
      assert.equal(redactSecrets(text, [secret]), text, plus)
    }
  })

  it('Signs that begin no escape cost no native search each', () => {
    let searches = 0
    class Counted extends Uint8Array {
      override indexOf(...args: Parameters<Uint8Array['indexOf']>): number {
        searches += 1
        return super.indexOf(...args)
      }
    }
    for (const sign of ['%', '&']) {
      assert.ok(hasReadableEscapes(Counted.from(Buffer.from(`${sign.repeat(1000)}%41`))))
      assert.ok(!hasReadableEscapes(Counted.from(Buffer.from(sign.repeat(1000)))))
    }
    assert.ok(searches < 100, String(searches))
  })

  it('Texts with other escapes do not change', () => {
    for (const text of [
      String.raw`{"a":"\u002B\"\\\n\ud83d","b":"%41%zz%","c":"&amp;&#43;&#;&#x;&#99999999;&nope;&"}`,
      String.raw`C:\temp\new`,
      '100% \\',
      '\ud800 & more',
    ]) {
      assert.equal(redactSecrets(text, [SECRET]), text)
      assert.deepEqual(redactBytes(Buffer.from(text), [SECRET]), Buffer.from(text))
    }
  })

  it('What is left of a short secret without its escapes is not redacted', () => {
    assert.equal(redactSecrets(String.raw`pass \"pass\"`, [String.raw`pa\ss`]), String.raw`pass \"pass\"`)
    assert.equal(redactSecrets(String.raw`p\u0040ss`, ['p@ss']), '***')
  })

  it('A short secret with backslashes or other escapes is found where it is escaped, not what is left of it elsewhere', () => {
    for (const [secret, spelling, rest] of [
      [String.raw`b\Yc9=9Z`, String.raw`b\Y%2563&#x39;%253d9Z`, 'bYc9=9Z'],
      [String.raw`b\Yc\9=9`, String.raw`b\u005cYc%5c9&#61;9`, 'bYc9=9'],
      [String.raw`pa\ss`, String.raw`p\u0061\ss`, 'pass'],
      ['pa%73s%41', 'pa%2573s%2541', 'passA'],
    ] as const) {
      const text = String.raw`${rest} \"${rest}\" &lt;${rest}`
      assert.equal(redactSecrets(`${text}: ${spelling}.`, [secret]), `${text}: ***.`)
      const redacted = redactBytes(Buffer.from(`${text}: ${spelling}.`), [secret])
      assert.equal(Buffer.from(redacted).toString(), `${text}: ***.`)
    }
  })

  it('Secrets with escapes are redacted in property names and in values', () => {
    assert.deepEqual(redactJson({ 'a%2bb%26c': ['a&#43;b&amp;c', 'a+b'] }, ['a+b&c']), {
      '***': ['***', 'a+b'],
    })
  })

  it('No part of a secret is left, whatever is escaped and however the bytes arrive', () => {
    const names = Object.keys(ESCAPES)
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(
            fc.constantFrom(...Array.from('abcXYZ019+/&=%"<>~ö')),
            fc.option(fc.constantFrom(...names)),
          ),
          {
            minLength: 8,
            maxLength: 20,
          },
        ),
        fc.integer({ min: 1, max: 40 }),
        fc.nat({ max: 4000 }),
        (characters, size, padding) => {
          const secret = characters.map(([character]) => character).join('')
          const spelling = characters
            .map(([character, name]) => (name === null ? character : ESCAPES[name]?.(character)))
            .join('')
          // Nothing of it must be an escape by chance.
          fc.pre(!/%[0-9a-fA-F]{2}|&\w*;/.test(secret))
          fc.pre(!characters.some(([character, name]) => name === null && '%&\\'.includes(character)))
          const before = '|\\\\'.repeat(padding)
          const bytes = Buffer.from(`${before}|${spelling}|`)
          const redactor = new ByteRedactor([secret])
          const passed = []
          for (let at = 0; at < bytes.length; at += size * 50) {
            passed.push(redactor.push(bytes.subarray(at, at + size * 50)))
          }
          passed.push(redactor.end())
          assert.equal(Buffer.concat(passed).toString(), `${before}|***|`)
        },
      ),
    )
  })
})
