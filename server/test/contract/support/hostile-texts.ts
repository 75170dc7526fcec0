import { tokens } from '@millrace/expressions/testing/tokens.ts'

/** Texts that some system would interpret as code, markup or a format. */
export const MARKUP = [
  '<script>alert(1)</script>',
  '</textarea><script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onfocus='alert(1)' autofocus='",
  '</style><svg/onload=alert(1)>',
  '<!--<script>',
  ']]>',
  '&lt;b&gt; &amp; &#39; &quot; &#x26;',
  'javascript:alert(1)',
  '{{constructor.constructor("return process")()}}',
  '${7*7} <%= 7*7 %> #{7*7} {%raw%}',
  "'; drop table submissions; --",
  '%00 %0a %3Cscript%3E + %',
  '\u202eRTL \u2066isolated\u2069 \ufeffmark',
  '🚀 e\u0301 \u{1F468}\u200D\u{1F469}',
  ' leading and trailing ',
]

const TEMPLATES = [
  '{{ 7 * 191 }}',
  '{{ input.texts }}',
  '{{ nodes.echo.output }}',
  '{{{{ 7 * 191 }}}}',
  '{{ "{{ 7 * 191 }}" }}',
  '{{ 7 * 191',
  '7 * 191 }}',
  '}}{{',
  '{{}}',
  '{% if true %}1337{% endif %}',
  '{# comment #}',
  '`${7 * 191}`',
  '{{ input.__proto__.polluted = 1 }}',
  '__proto__',
  'constructor.prototype',
]

const FORMULAS = ['=1+1', "'=1+1", "''=1+1", '+1', '-1', '@SUM(A1)', '\t=1', '＝1', "=cmd|'/c calc'!A1", "'"]

const INJECTED = [
  'x\r\nSet-Cookie: stolen=1',
  'x\nX-Injected: 1',
  'x\r\n\r\n<script>alert(1)</script>',
  '\ufeffbyte order mark',
  'zero\u200bwidth\u200cand\u200djoined\u2060',
  '\u202e\u202d\u2067\u2069',
]

/** A lone surrogate: JSON can represent it, no other format can. */
const HALVES = ['\ud800', 'a\udfffb', '\udc00\ud800']

const CONTROLS = [...range(0, 0x1f), ...range(0x7f, 0x9f), 0x2028, 0x2029, 0xfffe].map(
  (code) => `a${String.fromCodePoint(code)}b`,
)

/** Every token of the expression language, and the usual injection payloads: each is only a text. */
export const HOSTILE_TEXTS: readonly string[] = [
  ...new Set([...tokens, ...MARKUP, ...TEMPLATES, ...FORMULAS, ...INJECTED, ...HALVES, ...CONTROLS]),
]

/** As a page submits it: browsers write each line break as two characters, which become one again. */
export function fromTextarea(text: string): string {
  return text.toWellFormed().replaceAll('\r\n', '\n')
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}
