import assert from 'node:assert/strict'
import { createHash, createHmac } from 'node:crypto'
import { describe, it } from 'node:test'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import type { JsonValue } from '#domain/index.ts'
import { ACCOUNT, assertFailure, evaluate, openSandbox, patient } from './testing/sandbox-under-test.ts'

/** The same code with the globals of Node. */
function evaluateInNode(code: string, input: unknown): unknown {
  const globals = { URL, URLSearchParams, TextEncoder, TextDecoder, atob, btoa, structuredClone, Intl, input }
  return JSON.parse(JSON.stringify(runInNewContext(`(function () { ${code} })()`, globals)))
}

describe('web globals', () => {
  const sandbox = openSandbox()
  const same = async (code: string, input: JsonValue = null) =>
    assert.deepEqual(await evaluate(sandbox, code, { input }), evaluateInNode(code, input), code)

  it('Texts and bytes are converted as in Node', async () => {
    const texts = fc.sample(fc.string({ unit: 'binary', maxLength: 60 }), 100)
    await same('return input.map((text) => [...new TextEncoder().encode(text)])', texts)
    const bytes = fc.sample(fc.array(fc.integer({ min: 0, max: 255 }), { maxLength: 12 }), 300)
    await same('return input.map((bytes) => new TextDecoder().decode(Uint8Array.from(bytes)))', bytes)
    const code =
      'return input.map((bytes) => { try { return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(bytes)) } catch (error) { return error instanceof TypeError } })'
    await evaluate(sandbox, code, { input: bytes })
    await same(
      'return input.map((bytes) => { const text = btoa(String.fromCharCode(...bytes)); return [text, [...atob(text)].map((one) => one.charCodeAt(0))] })',
      bytes,
    )
    for (const text of ['YQ', ' Y Q = = ', 'YQ=', 'Y', 'a*', '']) {
      await same('try { return atob(input) } catch (error) { return error.name }', text)
    }
    await same('try { btoa(input) } catch (error) { return error.name }', '€')
  })

  it('URLs are read as in Node', async () => {
    const urls = [
      'https://user:pa%20ss@Example.COM:443/a/../b/./c d?x=1&y=ü#h h',
      'http://example.com',
      'http://example.com:8080?q',
      'HTTP:\\\\example.com\\a',
      'https://[::1]:3000/x',
      'mailto:a@example.com?subject=x y',
      'ftp://example.com/%2e%2e/x',
      'https://example.com/a%20b?c=d+e%26#',
      'custom://host/path/../x?y#z',
      'https://',
      'no scheme',
      'https://exa mple.com',
      'https://example.com:99999',
      'data:text/plain,hello',
    ]
    const parts =
      '["href", "origin", "protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash"].map((name) => url[name])'
    for (const text of urls) {
      await same(
        `try { const url = new URL(input); return ${parts} } catch (error) { return error.name }`,
        text,
      )
    }
    const base = 'https://example.com/a/b?c#d'
    for (const text of ['x', '/x', '../x?y', '?y', '#z', '//other.example/x', '', './', '../../..']) {
      await same(`return new URL(input.text, input.base).href`, { text, base })
    }
    await same(
      'const url = new URL("https://example.com/a"); url.searchParams.append("q", "a b&c"); url.searchParams.set("x", "1"); url.hash = "top"; url.pathname = "/b c"; url.port = "8443"; url.host = "other.example"; return [url.href, String(url), JSON.stringify({ url }), URL.canParse("x"), URL.parse("x")]',
    )
  })

  it('URLSearchParams are those of Node', async () => {
    await same(
      'const one = new URLSearchParams(input); one.append("é", "a b"); one.sort(); return [one.toString(), one.get("a"), one.getAll("a"), one.has("b"), one.size, [...one], [...one.keys()]]',
      '?a=1&a=%20x+y&b&=c&%zz=%C3%A9',
    )
    await same(
      'return [new URLSearchParams({ a: 1, b: "ü" }).toString(), new URLSearchParams([["a", "b"]]).toString()]',
    )
    const one = 'const one = new URLSearchParams("a=1&b=2&a=3"); '
    await same(`${one} one.set("a", "x"); one.delete("b"); return one.toString()`)
  })

  it('structuredClone copies as in Node', async () => {
    await same(
      'const one = { list: [1, , 3], date: new Date(0), map: new Map([[{ a: 1 }, 2]]), set: new Set([1]), bytes: new Uint8Array([1, 2]) }; one.self = one; const copy = structuredClone(one); return [copy.self === copy, copy.list.length, 1 in copy.list, copy.date.getTime(), [...copy.map][0], [...copy.set], [...copy.bytes], copy.list !== one.list]',
    )
    await same('try { structuredClone(() => 1) } catch (error) { return error.name }')
  })

  it('Hashes, signatures and random values', async () => {
    const code = `
      const bytes = new TextEncoder().encode(input)
      const hex = (buffer) => [...new Uint8Array(buffer)].map((one) => one.toString(16).padStart(2, '0')).join('')
      const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-512' }, false, ['sign', 'verify'])
      const signature = await crypto.subtle.sign('HMAC', key, bytes)
      return {
        digests: [hex(await crypto.subtle.digest('SHA-256', bytes)), hex(await crypto.subtle.digest({ name: 'SHA-1' }, bytes))],
        signature: hex(signature),
        verified: [await crypto.subtle.verify('HMAC', key, signature, bytes), await crypto.subtle.verify('HMAC', key, bytes, bytes)],
        uuids: [crypto.randomUUID(), crypto.randomUUID()],
        random: [...crypto.getRandomValues(new Uint16Array(4))],
      }`
    const text = 'Zürich 😀'
    const result = (await evaluate(sandbox, code, { input: text })) as Record<string, unknown>
    const hashOf = (name: string) => createHash(name).update(text).digest('hex')
    assert.deepEqual(result['digests'], [hashOf('sha256'), hashOf('sha1')])
    assert.equal(result['signature'], createHmac('sha512', text).update(text).digest('hex'))
    assert.deepEqual(result['verified'], [true, false])
    const [first, second] = result['uuids'] as [string, string]
    assert.match(first, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    assert.notEqual(first, second)
    assert.equal((result['random'] as unknown[]).length, 4)
  })

  it('What is not supported says so', async () => {
    const run = (code: string) => sandbox.run({ account: ACCOUNT, code, globals: {}, deadlineMs: patient })
    assertFailure(
      await run('await crypto.subtle.digest("MD5", new Uint8Array())'),
      'error',
      /Use SHA-1, SHA-256/,
    )
    assertFailure(
      await run('await crypto.subtle.digest("SHA-256", "text")'),
      'error',
      /ArrayBuffer or a typed array/,
    )
    assertFailure(await run('new TextDecoder("latin1")'), 'error', /Only UTF-8 is supported/)
    assertFailure(await run('new Intl.NumberFormat("!")'), 'error', /RangeError: Invalid language tag/)
  })

  it('Numbers and dates are formatted as in Node', async () => {
    await same(
      'return [new Intl.NumberFormat("de-DE", { style: "currency", currency: "EUR" }).format(1234.5), (1234.5).toLocaleString("en-IN"), [1, NaN].map(new Intl.NumberFormat("fr").format), new Intl.NumberFormat("de").formatToParts(1.5)]',
    )
    const code = `const day = new Date(${Date.UTC(2026, 0, 31, 12)})
      const zone = { timeZone: 'Europe/Berlin' }
      return [new Intl.DateTimeFormat('de', { dateStyle: 'full', timeStyle: 'short', ...zone }).format(day),
        day.toLocaleDateString('de-DE', zone), day.toLocaleTimeString('en-US', zone), day.toLocaleString('sv', zone),
        day.toLocaleDateString('en', { month: 'long', ...zone }), new Date(NaN).toLocaleString()]`
    await same(code)
    await same(
      'const all = [Intl.NumberFormat("de"), new Intl.NumberFormat("de"), Intl.DateTimeFormat("de"), Intl.Collator("de")]; return [Intl.NumberFormat("de").format(1.5), all.map((one) => one.constructor.name), all[0] instanceof Intl.NumberFormat, all[2] instanceof Intl.NumberFormat]',
    )
  })

  it('Texts are compared and sorted as in Node', async () => {
    const words = [
      'ä',
      'z',
      'a',
      'B',
      'b',
      'A',
      'file10',
      'file9',
      'résumé',
      'resume',
      'Résumé',
      '',
      ' ',
      '_a',
      '-a',
      'a-b',
      'ab',
    ]
    await same('return input.sort((x, y) => x.localeCompare(y))', words)
    await same('return input.sort(Intl.Collator("sv").compare)', words)
    await same(
      'return input.sort((x, y) => x.localeCompare(y, "de", { numeric: true, sensitivity: "base" }))',
      words,
    )
    await same('return input.map((x) => x.localeCompare("a", ["de", "en"]))', words)
    await same('return Intl.Collator("de", { numeric: true }).resolvedOptions()')
    await same(
      'return ["a".localeCompare(), "undefined".localeCompare(), [10, 9].map((n) => "9".localeCompare(n))]',
    )
    assertFailure(
      await sandbox.run({
        account: ACCOUNT,
        code: '"a".localeCompare("b", "!")',
        globals: {},
        deadlineMs: patient,
      }),
      'error',
      /Incorrect locale|Invalid language tag/,
    )
  })

  it('Any two texts have the order that they have in Node', async () => {
    const ascii = fc.string({ unit: 'grapheme-ascii', maxLength: 6 })
    const similar = fc.string({
      unit: fc.constantFrom('a', 'A', 'b', 'B', '-', ' ', '1', 'é', 'e'),
      maxLength: 5,
    })
    const pairs = [
      ...fc.sample(fc.tuple(ascii, ascii), 1_000),
      ...fc.sample(fc.tuple(similar, similar), 1_000),
      ...fc.sample(fc.tuple(fc.string({ unit: 'binary', maxLength: 4 }), ascii), 300),
    ]
    await same('return input.map(([a, b]) => a.localeCompare(b))', pairs)
  })
})
