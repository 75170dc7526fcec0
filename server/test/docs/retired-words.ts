/** Words of an earlier vocabulary, and what to write instead. */
interface RetiredWord {
  readonly pattern: RegExp
  readonly instead: string
}

/** These appear nowhere: not in code, not in texts. */
const EVERYWHERE: readonly RetiredWord[] = [
  { pattern: /door-?bell/i, instead: 'work notifier' },
  { pattern: /\bwake-?ups?\b/i, instead: 'local queue' },
  { pattern: /\bplay(?:s|ed|ing)?[ -]?through\b/i, instead: 'inline run' },
  { pattern: /\bsigns? of life\b/i, instead: 'heartbeat' },
  { pattern: /\bagreed[ -]?time\b/i, instead: 'database time' },
  { pattern: /\bhost[ -]?turns?\b/i, instead: 'host semaphore' },
  { pattern: /\bcall(?:s|ed|ing)?[ -]?off\b/i, instead: 'cancel' },
  { pattern: /\b(?:tell|tells|told|hear|hears|heard) of\b/i, instead: 'publish, subscribe' },
  { pattern: /\bleaves? a signal\b/i, instead: 'enqueue a signal' },
  { pattern: /\bmend(?:s|ed|ing)?\b/i, instead: 'fix' },
  { pattern: /\bhouseholds?\b/i, instead: 'cluster' },
  { pattern: /\bframes?\b/i, instead: 'iteration' },
]

/** Names of headers and of a field of /v1 stay, and stack frames and animation frames are something else. */
const HARMLESS =
  /x-frame-options|frame-(?:ancestors|src)|(?:stack|animation) frames?|[`'"]frame[`'"]|\bframe(?=: |, index)/gi

/** These are ordinary English words, but not names in code. */
const IN_NAMES: Readonly<Record<string, string>> = {
  place: 'slot, location or reference',
  places: 'slots, locations or references',
  beat: 'heartbeat',
  beats: 'heartbeats',
  nobody: 'unowned',
  bell: 'notifier',
  bells: 'notifiers',
  pace: 'interval',
  standing: 'owned',
  played: 'inline',
  drawn: 'inactive, or defined',
  drawing: 'graph',
  tell: 'publish',
  tells: 'publishes',
  told: 'published',
  room: 'capacity, or module',
}

/** `*Deps` for injected collaborators, `*Options` for data, `*Context` for what a callback sees. */
const TYPE_NAMES = /\b(?:interface|type|class) (\w+(?:Parts|Home))\b/g

export interface Finding {
  readonly line: number
  readonly message: string
}

/** Finds retired words in a text; in TypeScript and JavaScript also in the names of things. */
export function findRetiredWords(path: string, text: string): Finding[] {
  const findings: Finding[] = []
  for (const [index, line] of text.split('\n').entries()) {
    for (const { pattern, instead } of EVERYWHERE) {
      const found = pattern.exec(line.replace(HARMLESS, ''))
      if (found !== null) findings.push({ line: index + 1, message: `"${found[0]}": write ${instead}` })
    }
  }
  if (!/\.(?:ts|tsx|js)$/.test(path)) return findings
  for (const [index, line] of withoutTexts(text).split('\n').entries()) {
    for (const [name] of line.matchAll(/[A-Za-z_$][\w$]*/g)) {
      const word = wordsOf(name).find((one) => Object.hasOwn(IN_NAMES, one))
      if (word === undefined) continue
      findings.push({ line: index + 1, message: `the name ${name}: write ${IN_NAMES[word]}` })
    }
    for (const [, name] of line.matchAll(TYPE_NAMES)) {
      findings.push({ line: index + 1, message: `the name ${name}: write *Deps, *Options or *Context` })
    }
  }
  return findings
}

/** `lockPlacesOf` is three words, and so are `lock_places_of` and `LOCK_PLACES_OF`. */
function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[ _$]+/)
    .map((word) => word.toLowerCase())
}

/** Replaces comments and string literals by spaces; lines stay where they are. */
function withoutTexts(text: string): string {
  return text.replace(
    /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|(?<=[=(,:?&|!]\s*)\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*/g,
    (found) => found.replace(/[^\n]/g, ' '),
  )
}
