import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Receiver } from '#test/support/receiver.ts'
import { startService, type TestService } from '#test/support/test-service.ts'

const SAMPLES = fileURLToPath(new URL('../../../docs/samples/webhooks/', import.meta.url))
const GUIDE = readFileSync(new URL('../../../docs/guides/webhooks.md', import.meta.url), 'utf8')

interface Signed {
  readonly secret: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Returns the id of the event, or throws if the sample rejects the request. */
type Verify = (signed: Signed) => string

interface Sample {
  readonly file: string
  readonly fence: string
  /** The program that runs it; undefined for this process. */
  readonly program: string | undefined
  verifier(folder: string): Promise<Verify>
}

const PYTHON_DRIVER = `
import json, sys
sys.path.insert(0, sys.argv[1])
from verify import verify_webhook
given = json.load(sys.stdin)
print(verify_webhook(given["secret"], given["headers"], given["body"].encode())["id"])
`

const PHP_DRIVER = `
require $argv[1] . '/verify.php';
$given = json_decode(file_get_contents('php://stdin'), true);
echo verify_webhook($given['secret'], $given['headers'], $given['body'])['id'];
`

const GO_DRIVER = `package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"sample/webhooks"
)

func main() {
	var given struct {
		Secret  string
		Headers map[string]string
		Body    string
	}
	if err := json.NewDecoder(os.Stdin).Decode(&given); err != nil {
		panic(err)
	}
	headers := http.Header{}
	for name, value := range given.Headers {
		headers.Set(name, value)
	}
	event, err := webhooks.Verify(given.Secret, headers, []byte(given.Body))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(event.ID)
}
`

const SAMPLES_BY_LANGUAGE: readonly Sample[] = [
  {
    file: 'verify.ts',
    fence: 'ts',
    program: undefined,
    async verifier() {
      const { verifyWebhook } = (await import(join(SAMPLES, 'verify.ts'))) as {
        verifyWebhook(secret: string, headers: object, body: string): { id: string }
      }
      return ({ secret, headers, body }) => verifyWebhook(secret, headers, body).id
    },
  },
  {
    file: 'verify.py',
    fence: 'python',
    program: 'python3',
    verifier: async () => (signed) => run('python3', ['-B', '-c', PYTHON_DRIVER, SAMPLES], signed),
  },
  {
    file: 'verify.php',
    fence: 'php',
    program: 'php',
    verifier: async () => (signed) => run('php', ['-r', PHP_DRIVER, '--', SAMPLES], signed),
  },
  {
    file: 'verify.go',
    fence: 'go',
    program: 'go',
    async verifier(folder) {
      mkdirSync(join(folder, 'webhooks'))
      cpSync(join(SAMPLES, 'verify.go'), join(folder, 'webhooks', 'verify.go'))
      writeFileSync(join(folder, 'go.mod'), 'module sample\n\ngo 1.19\n')
      writeFileSync(join(folder, 'main.go'), GO_DRIVER)
      return (signed) => run('go', ['run', '.'], signed, folder)
    },
  },
]

describe('The samples that verify a webhook', () => {
  let service: TestService
  let receiver: Receiver
  let folder: string
  /** One delivery with a single signature, and one during a rotation, with two. */
  const signed: { single?: Signed; rotated?: Signed } = {}

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'millrace-samples-'))
    service = await startService()
    receiver = await Receiver.start((response) => {
      response.writeHead(204).end()
    })
    const send = async (path: string, body?: object) => {
      const response = await service.request('POST', `/v1${path}`, { ...(body && { body }) })
      return response.body.data as Record<string, string>
    }
    const events = ['workflow.executed']
    const webhook = await send('/webhooks', { url: receiver.url, events })
    const workflow = await send('/workflows', {
      name: 'Übergabe “é”',
      nodes: [{ id: 'start', type: 'start' }],
    })
    await send(`/workflows/${workflow['id']}/execute`, { input: {} })
    const [first] = await receiver.count(1)
    signed.single = toSigned(webhook['secret'], first)
    await send(`/webhooks/${webhook['id']}/rotate-secret`)
    await send(`/workflows/${workflow['id']}/execute`, { input: {} })
    const [, second] = await receiver.count(2)
    // Verified with the earlier secret, whose signature comes second.
    signed.rotated = toSigned(webhook['secret'], second)
  })
  after(async () => {
    await receiver.close()
    await service.destroy()
    rmSync(folder, { recursive: true })
  })

  for (const { file, fence, program, verifier } of SAMPLES_BY_LANGUAGE) {
    const isMissing = program !== undefined && spawnSync(program, ['--version']).error !== undefined
    const skip = isMissing ? `${program} is not installed` : false

    it(`${file} accepts a real delivery and rejects a changed one`, { skip }, async () => {
      const verify = await verifier(folder)
      const { single, rotated } = signed
      assert.ok(single !== undefined && rotated !== undefined)
      assert.equal(verify(single), single.headers['webhook-id'])
      assert.equal(rotated.headers['webhook-signature']?.split(' ').length, 2)
      assert.equal(verify(rotated), rotated.headers['webhook-id'])
      const old = String(Number(single.headers['webhook-timestamp']) - 3_600)
      for (const changed of [
        { ...single, body: single.body.replace('completed', 'failed') },
        { ...single, secret: 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' },
        { ...single, secret: 'another secret' },
        { ...single, headers: { ...single.headers, 'webhook-id': 'other' } },
        { ...single, headers: { ...single.headers, 'webhook-timestamp': old } },
        { ...single, headers: { ...single.headers, 'webhook-signature': 'v1,' } },
      ]) {
        assert.throws(() => verify(changed))
      }
    })

    it(`${file} is in the guide, unchanged`, () => {
      const text = readFileSync(join(SAMPLES, file), 'utf8')
      assert.ok(
        GUIDE.includes(`\`\`\`${fence}\n${text}\`\`\`\n`),
        `docs/guides/webhooks.md differs from ${file}`,
      )
    })
  }
})

function toSigned(
  secret: string | undefined,
  received: { readonly headers: object; readonly text: string } | undefined,
): Signed {
  assert.ok(secret !== undefined && received !== undefined)
  return { secret, headers: received.headers as Signed['headers'], body: received.text }
}

function run(program: string, parameters: readonly string[], signed: Signed, cwd?: string): string {
  const { status, stdout, stderr } = spawnSync(program, parameters, {
    input: JSON.stringify(signed),
    encoding: 'utf8',
    ...(cwd === undefined ? {} : { cwd }),
  })
  if (status !== 0) throw new Error(stderr)
  return stdout.trim()
}
