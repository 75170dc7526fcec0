import type { JsonObject, JsonValue } from '#domain/index.ts'

const MEBIBYTE = 1024 * 1024

/**
 * Documents that a store might alter by accident. Each must be read back unchanged, including the order of its keys.
 */
export const AWKWARD_DOCUMENTS: Readonly<Record<string, JsonObject>> = {
  'NUL characters, in keys and values': { 'a\u0000b': 'x\u0000y', '\u0000': ['\u0000'] },
  'characters outside the Basic Multilingual Plane': { '🦆': '👩‍👩‍👧‍👦 𝕏 ﷽', combining: 'e\u0301 is not \u00e9' },
  'a lone surrogate': { broken: '\ud83e', text: 'before \udd86 after' },
  'one mebibyte of text': { text: 'ä'.repeat(MEBIBYTE / 2) },
  '64 levels': { deep: nest(63) },
  'numbers at the limits': {
    largest: Number.MAX_VALUE,
    smallest: Number.MIN_VALUE,
    beyondIntegers: 2 ** 53 + 2,
    long: 123_456_789_012_345_680_000,
    fraction: 0.1 + 0.2,
    negative: -1e-7,
  },
  'keys in an order that is not alphabetical': { z: 1, a: { y: 2, b: 3 }, 10: 'ten', 9: 'nine', m: null },
  'strings that look like other types': {
    quote: '"\'`\\',
    sql: "'); drop table workflows; --",
    template: '{{ input.x }}',
    lines: 'a\r\nb\u2028c\u2029d\te',
    empty: '',
  },
  'empty containers': { list: [], object: {}, nested: [[], {}, [{}]] },
}

function nest(levels: number): JsonValue {
  let value: JsonValue = 'bottom'
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { down: value }
  return value
}
