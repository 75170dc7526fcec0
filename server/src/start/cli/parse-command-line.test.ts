import { SETTINGS } from '../settings/settings-table.ts'
import { UsageError } from '../commands/command.ts'
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { COMMANDS } from './command-table.ts'
import { flagsOf, parseCommandLine } from './parse-command-line.ts'

const parse = (...argv: string[]) => parseCommandLine(argv, COMMANDS)

function run(...argv: string[]) {
  const line = parse(...argv)
  assert.equal(line.kind, 'run')
  const { command, args, flags } = line
  return { command: command.name, args, flags }
}

function help(...argv: string[]): string[] {
  const line = parse(...argv)
  assert.equal(line.kind, 'help')
  return line.commands.map(({ name }) => name)
}

function refusal(...argv: string[]): string {
  try {
    parse(...argv)
  } catch (error) {
    assert.ok(error instanceof UsageError, String(error))
    return error.message
  }
  return assert.fail(`${argv.join(' ')} was accepted`)
}

describe('A command line', () => {
  it('runs the service if it names no command', () => {
    assert.deepEqual(run(), { command: 'serve', args: [], flags: {} })
    assert.deepEqual(run('--port', '0'), { command: 'serve', args: [], flags: { port: '0' } })
  })

  it('names a command with one word or two, followed by its arguments', () => {
    assert.deepEqual(run('migrate'), { command: 'migrate', args: [], flags: {} })
    assert.deepEqual(run('rotate-master-key'), { command: 'rotate-master-key', args: [], flags: {} })
    assert.deepEqual(run('rotate-master-key', 'finish').command, 'rotate-master-key finish')
    assert.deepEqual(run('accounts', 'set-plan', 'an-id', 'pro').args, ['an-id', 'pro'])
  })

  it('takes flags before, between and after the words, with a space or an equals sign', () => {
    const expected = { command: 'keys create', args: ['CI'], flags: { data: './d', scopes: 'read_only' } }
    assert.deepEqual(run('--data', './d', 'keys', 'create', '--scopes=read_only', 'CI'), expected)
    assert.deepEqual(run('keys', '--data=./d', 'create', 'CI', '--scopes', 'read_only'), expected)
  })

  it('takes a value that begins with a dash only with an equals sign', () => {
    assert.deepEqual(run('users', 'create', 'a@b.example', '--name=-x').flags, { name: '-x' })
    assert.equal(
      refusal('users', 'create', 'a@b.example', '--name', '-x').split('\n')[0],
      'The flag --name of "users create" needs a value, but "-x" follows. Write --name=-x to pass it.',
    )
  })

  it('is refused if a flag belongs to another command', () => {
    assert.equal(
      refusal('migrate', '--role', 'owner'),
      '"migrate" does not take the flag --role, which belongs to "users create".\n' +
        'Flags of "migrate": --data, --database-url, --help.',
    )
    assert.match(refusal('keys', 'list', '--scopes', 'x'), /^"keys list" .* belongs to "keys create"\.\n/)
    assert.match(refusal('serve', '--account', 'x'), /^"serve" does not take the flag --account,/)
    assert.match(refusal('migrate', '--port', '1'), /^"migrate" .* which belongs to "serve".*"doctor"/)
  })

  it('is refused if no command knows a flag, with a suggestion for a near miss', () => {
    assert.match(
      refusal('serve', '--prot', '1'),
      /^Unknown flag --prot for "serve"\. Did you mean --port\?\nFlags of "serve": --host, --port, .*--help\.$/,
    )
    assert.equal(
      refusal('keys', 'list', '--acount', 'x'),
      'Unknown flag --acount for "keys list". Did you mean --account?\n' +
        'Flags of "keys list": --account, --data, --database-url, --master-key, --master-key-file, --help.',
    )
    assert.match(
      refusal('migrate', '--wholly-different'),
      /^Unknown flag --wholly-different for "migrate"\.\n/,
    )
    assert.match(refusal('migrate', '-x'), /^Unknown flag -x for "migrate"\.\n/)
    assert.match(refusal('--prot', '1', 'serve'), /^Unknown flag --prot\. Did you mean --port\?/)
  })

  it('is refused if a flag lacks its value', () => {
    assert.match(
      refusal('serve', '--port'),
      /^The flag --port of "serve" needs a value\.\nFlags of "serve": /,
    )
    assert.match(refusal('serve', '--port', '--host', 'x'), /needs a value, but "--host" follows\./)
  })

  it('is refused if it has too many arguments', () => {
    assert.equal(refusal('migrate', 'now'), 'Unexpected argument "now" for "migrate". Usage: migrate')
    assert.match(refusal('keys', 'revoke', 'a', 'b'), /^Unexpected argument "b" .* Usage: keys revoke <id> /)
  })

  it('is refused if it names no command that exists, with the nearest one', () => {
    assert.equal(
      refusal('key', 'crate'),
      'Unknown command "key crate". Did you mean "keys create"? Run with --help to see all commands.',
    )
  })

  it('asks for help about all commands, one of them or a group', () => {
    const all = COMMANDS.map(({ name }) => name)
    assert.deepEqual(help('--help'), all)
    assert.deepEqual(help('help'), all)
    assert.deepEqual(help('keys', 'create', '-h'), ['keys create'])
    assert.deepEqual(help('help', 'keys', 'create'), ['keys create'])
    assert.deepEqual(help('keys', '--help'), ['keys create', 'keys list', 'keys revoke'])
    assert.deepEqual(help('serve', '--help', '--prot'), ['serve'])
    assert.match(refusal('help', 'nonsense'), /^Unknown command "nonsense"\./)
  })
})

it('No command has two flags of the same name, and the service takes every setting', () => {
  for (const command of COMMANDS) {
    const flags = flagsOf(command)
    assert.deepEqual(flags, [...new Set(flags)], command.name)
  }
  const serve = COMMANDS.find(({ name }) => name === 'serve') ?? assert.fail()
  assert.deepEqual(
    flagsOf(serve),
    Object.values(SETTINGS).map(({ flag }) => flag),
  )
})
