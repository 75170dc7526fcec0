import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ImportedParameter, JsonValue } from '#domain/index.ts'
import { serializeCookie, serializeHeader, serializePath, serializeQuery } from './serialize-parameter.ts'

const list = ['blue', 'black', 'brown']
const object = { R: 100, G: 200, B: 150 }

type Style = ImportedParameter['style']

function parameter(location: ImportedParameter['in'], style: Style, explode: boolean): ImportedParameter {
  return { name: 'color', key: 'color', in: location, style, explode, required: true }
}

/** The table "Style Examples" of the OpenAPI specification. */
const paths: readonly [Style, boolean, JsonValue, string][] = [
  ['simple', false, 'blue', 'blue'],
  ['simple', false, list, 'blue,black,brown'],
  ['simple', false, object, 'R,100,G,200,B,150'],
  ['simple', true, object, 'R=100,G=200,B=150'],
  ['label', false, 'blue', '.blue'],
  ['label', false, list, '.blue,black,brown'],
  ['label', true, list, '.blue.black.brown'],
  ['label', true, object, '.R=100.G=200.B=150'],
  ['matrix', false, 'blue', ';color=blue'],
  ['matrix', false, list, ';color=blue,black,brown'],
  ['matrix', true, list, ';color=blue;color=black;color=brown'],
  ['matrix', false, object, ';color=R,100,G,200,B,150'],
  ['matrix', true, object, ';R=100;G=200;B=150'],
  ['simple', false, 'a/b c%', 'a%2Fb%20c%25'],
  ['json', false, { a: 1 }, '%7B%22a%22%3A1%7D'],
]

const queries: readonly [Style, boolean, JsonValue, string][] = [
  ['form', true, 'blue', 'color=blue'],
  ['form', false, list, 'color=blue,black,brown'],
  ['form', true, list, 'color=blue&color=black&color=brown'],
  ['form', false, object, 'color=R,100,G,200,B,150'],
  ['form', true, object, 'R=100&G=200&B=150'],
  ['spaceDelimited', false, list, 'color=blue%20black%20brown'],
  ['spaceDelimited', false, object, 'color=R%20100%20G%20200%20B%20150'],
  ['pipeDelimited', false, list, 'color=blue%7Cblack%7Cbrown'],
  ['pipeDelimited', false, object, 'color=R%7C100%7CG%7C200%7CB%7C150'],
  ['deepObject', true, object, 'color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150'],
  ['deepObject', true, { a: { b: [1, 2] } }, 'color%5Ba%5D%5Bb%5D%5B%5D=1&color%5Ba%5D%5Bb%5D%5B%5D=2'],
  ['form', true, 'a&b=c', 'color=a%26b%3Dc'],
  ['form', true, ['a', null], 'color=a'],
  ['json', false, { a: [1] }, 'color=%7B%22a%22%3A%5B1%5D%7D'],
  ['form', true, true, 'color=true'],
]

describe('serialization of parameters', () => {
  for (const [style, explode, value, expected] of paths) {
    it(`A path parameter in the style ${style}${explode ? ', exploded,' : ''} is serialized as ${expected}`, () => {
      assert.equal(serializePath(parameter('path', style, explode), value), expected)
    })
  }

  for (const [style, explode, value, expected] of queries) {
    it(`A query parameter in the style ${style}${explode ? ', exploded,' : ''} is serialized as ${expected}`, () => {
      assert.equal(serializeQuery(parameter('query', style, explode), value).join('&'), expected)
    })
  }

  it('A query parameter that allows reserved characters keeps those that are safe', () => {
    const given = { ...parameter('query', 'form', true), reserved: true }
    assert.deepEqual(serializeQuery(given, 'a/b?c:d@e&f#g+h,i'), ['color=a/b?c:d@e%26f%23g%2Bh,i'])
  })

  it('Header and cookie parameters are serialized in their styles', () => {
    assert.equal(serializeHeader(parameter('header', 'simple', false), list), 'blue,black,brown')
    assert.equal(serializeHeader(parameter('header', 'simple', true), object), 'R=100,G=200,B=150')
    assert.equal(serializeHeader(parameter('header', 'json', false), object), '{"R":100,"G":200,"B":150}')
    assert.equal(serializeCookie(parameter('cookie', 'form', true), 'a b'), 'color=a%20b')
    assert.equal(serializeCookie(parameter('cookie', 'form', true), list), 'color=blue,black,brown')
  })
})
