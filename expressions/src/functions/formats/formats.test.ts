import assert from 'node:assert/strict'
import { createHash, createHmac } from 'node:crypto'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { evaluate, evaluateText, makeScope, problemOf, workOf } from '#expressions/testing/evaluate.ts'
import { columnNames } from '#expressions/formats/csv.ts'
import { compileTemplate } from '#expressions/template.ts'

const text = fc.string({ unit: 'binary', maxLength: 40 }).map((one) => one.toWellFormed())

describe('hashes and encodings', () => {
  it('Hashes are those of Node', () => {
    fc.assert(
      fc.property(text, text, (input, key) => {
        for (const name of ['sha256', 'sha384', 'sha512', 'sha1', 'md5'])
          for (const encoding of ['hex', 'base64', 'base64url'] as const) {
            const args = `"${name}", "${encoding}"`
            assert.equal(
              evaluate(`hash(input.t, ${args})`, { t: input }),
              createHash(name).update(input).digest(encoding),
            )
            assert.equal(
              evaluate(`hmac(input.t, input.k, ${args})`, { t: input, k: key }),
              createHmac(name, key).update(input).digest(encoding),
            )
          }
      }),
      { numRuns: 30 },
    )
    assert.equal(evaluate('hash("abc", "SHA-256")'), evaluate('hash("abc")'))
    assert.match(problemOf('hash("abc", "crc32")').message, /`crc32` is not supported by `hash`/)
  })

  it('Texts survive their encodings', () => {
    fc.assert(
      fc.property(text, (input) => {
        for (const expression of [
          'fromBase64(base64(input))',
          'fromBase64(base64(input, "base64url"))',
          'fromHex(hex(input))',
        ])
          assert.equal(evaluate(expression, input), input)
        assert.equal(evaluate('base64(input)', input), Buffer.from(input).toString('base64'))
      }),
    )
    for (const wrong of ['fromBase64("a*b")', 'fromBase64("/w==")', 'fromHex("abc")', 'fromHex("zz")'])
      assert.match(problemOf(wrong).message, /This text is not (base64|hex) of a text in UTF-8/)
    assert.equal(evaluate('base64(input).length', 'x'.repeat(100_000)), 133_336)
  })

  it('Hashes are charged by what they read', () => {
    assert.ok(workOf('hash(input)', 'x'.repeat(10_000)) >= 200_000)
    assert.match(problemOf('hash(input)', 'x'.repeat(1_000_000)).message, /`hash` .* is too expensive/)
  })
})

describe('uuid', () => {
  it('Each call returns another one, and each step other ones, but a retry the same', () => {
    const one = (seed: string) => evaluateText('{{ [uuid(), uuid()].join() }}', { seed }) as string
    const [first, second] = one('a').split(',')
    assert.notEqual(first, second)
    assert.match(first ?? '', /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    assert.equal(one('a'), one('a'))
    assert.notEqual(one('a'), one('b'))
  })

  it('Two parameters of a step get different ones', () => {
    const compiled = compileTemplate('{{ uuid() }}')
    assert.ok(compiled.ok)
    const scope = makeScope({ seed: 'a' })
    assert.notEqual(compiled.template.evaluate(scope), compiled.template.evaluate(scope))
  })
})

describe('CSV and XML', () => {
  it('parseCsv and toCsv are opposites', () => {
    const rows = [
      { a: '1', b: 'x, "y"\n' },
      { a: '', b: 'z' },
    ]
    assert.deepEqual(evaluate('parseCsv(toCsv(input))', rows), rows)
    assert.deepEqual(evaluate('parseCsv("a;b", { separator: ";", header: false })'), [['a', 'b']])
    assert.equal(evaluate('toCsv([[1, null], [true, "x"]], { separator: "tab" })'), '1\t\r\ntrue\tx\r\n')
    assert.equal(evaluate('toCsv([{ a: 1 }, { b: [2] }], { header: false })'), '1,\r\n,2\r\n')
    assert.equal(evaluate('toCsv([])'), '')
  })

  it('Mistakes are explained', () => {
    assert.match(
      problemOf('parseCsv("a\\n\\"b")').message,
      /not valid CSV: in row 2, a quoted cell has no closing/,
    )
    assert.match(problemOf('parseCsv("a", { separator: "x" })').message, /separator is not supported/)
    assert.match(problemOf('parseCsv("__proto__\\n1")').message, /`__proto__` is not allowed/)
    assert.match(problemOf('toCsv([1])').message, /must be objects or lists, but one is a number/)
    assert.match(problemOf('toCsv([{ a: 1 }, [1]])').message, /either all objects or all lists/)
    assert.match(problemOf('parseXml("<a>")').message, /not valid XML: unclosed tag: a/)
    assert.match(problemOf('parseXml("<a><__proto__/></a>")').message, /`__proto__` is not allowed/)
    assert.match(problemOf('parseXml(1, 2)').message, /options of `parseXml` must be an object/)
  })

  it('parseXml reads what the node reads', () => {
    assert.deepEqual(evaluate('parseXml("<a><b k=\\"1\\">x</b></a>", { lists: ["b"] }).a.b[0]["@k"]'), '1')
  })

  it('Columns of the same name get numbers, without trying all numbers again', () => {
    assert.deepEqual(columnNames(['a', 'a_2', '', 'a', ' a ', 'a_2', 'column_3', 'a']), [
      'a',
      'a_2',
      'column_3',
      'a_3',
      'a_4',
      'a_2_2',
      'column_3_2',
      'a_5',
    ])
    assert.equal(columnNames(Array.from({ length: 100_000 }, () => 'a')).at(-1), 'a_100000')
  })

  it('Large texts are refused before they take long', () => {
    assert.match(problemOf('parseCsv(input)', ',\n'.repeat(200_000)).message, /too expensive|more than/)
    assert.match(
      problemOf(
        'input.map(x => parseXml("<a/>", { lists: input }))',
        Array.from({ length: 10_000 }, (_, index) => `n${index}`),
      ).message,
      /too expensive/,
    )
    // Short rows get all columns of a wide header.
    assert.match(
      problemOf('parseCsv(input)', `${','.repeat(20_000)}\n${'1\n'.repeat(20_000)}`).message,
      /too expensive/,
    )
    assert.match(problemOf('parseXml(input)', `<a>${'<b/>'.repeat(100_000)}</a>`).message, /too expensive/)
    assert.match(
      problemOf('toCsv(Array.from({ length: 90000 }, () => [1, 2, 3, 4, 5, 6, 7, 8, 9]))').message,
      /too expensive|steps/,
    )
  })
})

describe('dates in patterns', () => {
  it('date() reads a text in a pattern', () => {
    const table = [
      ['date("31.01.2026", "dd.MM.yyyy")', '2026-01-31T00:00:00.000Z'],
      ['date("1/31/26 9:05 pm", "M/d/yy h:mm a")', '2026-01-31T21:05:00.000Z'],
      ['date("12:00 AM 1.2.99", "h:mm a d.M.yy")', '1999-02-01T00:00:00.000Z'],
      ['date("20260131T093015.250", "yyyyMMdd\'T\'HHmmss.SSS")', '2026-01-31T09:30:15.250Z'],
      ['date("31 January 2026 10:00", "d MMMM yyyy HH:mm", "Europe/Berlin")', '2026-01-31T09:00:00.000Z'],
      ['date("Samstag, 31. März 2026", "EEEE, d. MMMM yyyy", "UTC", "de")', '2026-03-31T00:00:00.000Z'],
      ['date("31 Jan 2026 10:00 +02:00", "d MMM yyyy HH:mm xxx")', '2026-01-31T08:00:00.000Z'],
    ] as const
    for (const [expression, expected] of table) assert.equal(evaluate(expression), expected, expression)
  })

  it('date() refuses what is no date in the pattern', () => {
    for (const args of [
      '"31.02.2026", "dd.MM.yyyy"',
      '"x", "yyyy"',
      '"13:00 pm", "hh:mm a"',
      '"31-01-2026", "dd.MM.yyyy"',
    ])
      assert.match(problemOf(`date(${args})`).message, /is not a valid date in the pattern/, args)
    assert.match(problemOf('date("5 2026", "w yyyy")').message, /`w` cannot be read/)
    assert.match(
      problemOf('date("1 1", "d d")').message,
      /`d` cannot be read in a date pattern, or appears twice/,
    )
    assert.match(problemOf('date("2026-01-01", "Mars/Base")').message, /not a time zone/)
  })

  it('What format writes, date reads', () => {
    const patterns = [
      'yyyy-MM-dd HH:mm:ss.SSS',
      'd MMMM yyyy HH:mm:ss.SSS',
      'MMM d, yyyy hh:mm:ss.SSS a',
      'dd/MM/yyyy H:m:s.SSS XXX',
    ]
    fc.assert(
      fc.property(
        fc.integer({ min: Date.UTC(1000, 0, 1), max: Date.UTC(9000, 0, 1) }),
        fc.constantFrom(...patterns),
        fc.constantFrom('en-US', 'de', 'fr', 'pl'),
        (ms, pattern, locale) => {
          const expression = `date(date(input).format("${pattern}", "UTC", "${locale}"), "${pattern}", "UTC", "${locale}").ms`
          assert.equal(evaluate(expression, ms), ms)
        },
      ),
    )
  })

  it('format follows a locale', () => {
    assert.equal(evaluate('now.format({ date: "long" }, "UTC", "de")'), '31. Januar 2026')
    assert.equal(
      evaluate('now.format({ date: "short", time: "short" }, "Europe/Berlin", "de")'),
      '31.01.26, 13:00',
    )
    assert.match(
      problemOf('now.format({ date: "huge" })').message,
      /`date` must be full, long, medium or short/,
    )
    assert.match(problemOf('now.format({})').message, /need `date` or `time`/)
  })
})

describe('texts', () => {
  it('titleCase keeps apostrophes within words', () => {
    assert.equal(evaluate('"o\'NEIL don\'t éa 3rd-party".titleCase()'), "O'neil Don't Éa 3rd-Party")
  })

  it('extractEmail and extractUrl find what people write', () => {
    const emails = [
      ['Ada <ada@example.com>, bob@example.org', 'ada@example.com'],
      ['write to a.b+c@mail.example.co.uk.', 'a.b+c@mail.example.co.uk'],
      ['@x y@ z@localhost ok@a.io', 'ok@a.io'],
      ['none', null],
    ] as const
    for (const [input, expected] of emails) assert.equal(evaluate('input.extractEmail()', input), expected)
    const urls = [
      ['See (https://example.com/a_(b)?c=1), now', 'https://example.com/a_(b)?c=1'],
      ['http:// HTTPS://Example.com.', 'HTTPS://Example.com'],
      ['<a href="https://example.com/x">', 'https://example.com/x'],
      ['ftp://example.com', null],
      ['http:///x http://?x http://.,) https://a.io/(b).)', 'https://a.io/(b)'],
      // A letter that gets longer in lower case.
      ['İİ: http://example.com/x', 'http://example.com/x'],
      ['<http://a.io>', 'http://a.io'],
    ] as const
    for (const [input, expected] of urls) assert.equal(evaluate('input.extractUrl()', input), expected)
  })

  it('stripTags removes tags and nothing else', () => {
    const table = [
      ['<p class="a>b">x</p>', 'b">x'],
      ['1 < 2 && 3 > 2', '1 < 2 && 3 > 2'],
      ['a<script>if (1 < 2) x("</p>")</script>b<style>p{}</style>c', 'abc'],
      ['a<!-- <b> -->b<br/>c &lt;d&gt; &#65;&#x42; &unknown;', 'abc <d> AB &unknown;'],
      ['a <b', 'a <b'],
      ['a<script>b', 'a'],
    ] as const
    for (const [input, expected] of table) assert.equal(evaluate('input.stripTags()', input), expected, input)
  })

  it('Searches take time in proportion to the text', () => {
    for (const input of [
      '@'.repeat(200_000),
      'a'.repeat(200_000),
      '<'.repeat(200_000),
      '<a'.repeat(100_000),
      'http://'.repeat(30_000),
      'http:///'.repeat(100_000),
      `http://${')'.repeat(8_000)}`.repeat(100),
      `http:///${')'.repeat(8_000)}`.repeat(100),
      `a@${'-'.repeat(254)}`.repeat(1_000),
      '<script>'.repeat(30_000),
    ])
      for (const name of ['extractEmail', 'extractUrl', 'stripTags', 'titleCase'])
        assert.notEqual(evaluate(`String(input.${name}()).length`, input), null)
  })
})
