import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isAnswerHeader } from './allowed-answer-headers.ts'

describe('isAnswerHeader', () => {
  it('Headers about the answer itself and those of applications are allowed', () => {
    for (const name of [
      'content-type',
      'location',
      'cache-control',
      'x-tea',
      'x-hub-signature',
      'retry-after',
    ]) {
      assert.equal(isAnswerHeader(name), true, name)
    }
  })

  it('Headers that browsers and proxies apply to the origin or the connection are not', () => {
    const names =
      'set-cookie set-cookie2 clear-site-data nel report-to reporting-endpoints refresh service-worker-allowed ' +
      'sourcemap link www-authenticate proxy-authenticate strict-transport-security alt-svc accept-ch ' +
      'origin-agent-cluster permissions-policy content-security-policy content-security-policy-report-only ' +
      'cross-origin-opener-policy cross-origin-embedder-policy cross-origin-resource-policy use-as-dictionary ' +
      'speculation-rules set-login supports-loading-mode access-control-allow-credentials content-encoding ' +
      'content-length transfer-encoding connection keep-alive upgrade trailer te date server via public-key-pins ' +
      'x-accel-redirect x-accel-buffering x-sendfile x-lighttpd-send-file x-frame-options x-content-type-options ' +
      'x-content-security-policy x-webkit-csp x-xss-protection x-dns-prefetch-control x-ua-compatible x-request-id ' +
      'x-permitted-cross-domain-policies x-forwarded-host timing-allow-origin observe-browsing-topics'
    for (const name of names.split(' ')) {
      assert.equal(isAnswerHeader(name), false, name)
    }
  })
})
