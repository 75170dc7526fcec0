/**
 * The headers that a workflow may set in the answer of an inbound webhook. Answers come from our own origin, so everything
 * that a browser or a proxy would apply to the whole origin is out: cookies, reports, redirects by script, permissions.
 */
const ALLOWED: ReadonlySet<string> = new Set([
  'access-control-allow-headers',
  'access-control-allow-methods',
  'access-control-allow-origin',
  'access-control-expose-headers',
  'access-control-max-age',
  'allow',
  'cache-control',
  'content-disposition',
  'content-language',
  'content-type',
  'deprecation',
  'etag',
  'expires',
  'last-modified',
  'location',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
  'sunset',
  'vary',
])

/**
 * Names with `x-` belong to applications: no new standard uses them (RFC 6648). These are the old ones that browsers and
 * proxies act on.
 */
const ACTED_UPON =
  /^x-(?:accel-|sendfile|lighttpd-|litespeed-|forwarded-|original-|rewrite-|fr\w+-options|content-|xss-|dns-|permitted-|download-|ua-|webkit-|request-id$|real-ip$|http-method|method-)/

/** @param name in lower case */
export function isAnswerHeader(name: string): boolean {
  return ALLOWED.has(name) || (name.startsWith('x-') && !ACTED_UPON.test(name))
}
