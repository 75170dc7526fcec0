import { createHash } from 'node:crypto'
import Type from 'typebox'
import { type JsonObject, type JsonValue, STATE_LIMITS } from '#domain/index.ts'
import { type Field, fieldAt, fieldsAt, keyOf } from '#nodes/lists/fields.ts'
import { describeItems, FIELD_HELP, fieldList } from '#nodes/lists/list-parameters.ts'
import { type List, reviewLists, withList } from '#nodes/lists/read-list.ts'
import { refuseParameter } from '#nodes/parameters/refuse-parameter.ts'
import {
  expiryParameter,
  readExpiry,
  readKey,
  readScope,
  scopeParameter,
} from '#nodes/state/state-parameters.ts'
import type { NodeFailed, NodeKind, NodeUsesState } from '#ports/index.ts'

const DEFAULT_REMEMBERED = 10_000
/** What a step remembers is stored in one transaction, and nobody else writes meanwhile. */
const MAX_ITEMS = 5_000

/** Has no external effect: the engine stores what is remembered together with the step. */
export const onlyNewNode: NodeKind = {
  type: 'only_new',
  title: 'Only new',
  summary: 'Passes on only the items of a list that no earlier run has passed on.',
  family: 'data',
  icon: 'list-checks',
  keywords: ['list', 'new', 'seen', 'dedupe', 'deduplicate', 'poll', 'once', 'remember', 'unique', 'changes'],
  line: '{{ Array.isArray(data.fields) && data.fields.length > 0 ? "by " + data.fields.map(field => typeof field === "string" ? field : JSON.stringify(field)).join(", ").slice(0, 120) : "" }}',
  parameters: Type.Object({
    items: Type.Optional(Type.Unknown(describeItems('5,000'))),
    fields: Type.Optional(
      fieldList(
        'Fields',
        `An item is known if these fields are equal to those of an earlier item, usually its id. ${FIELD_HELP} Without fields, whole items are compared.`,
      ),
    ),
    keys: Type.Optional(
      Type.Unknown({
        title: 'Keys',
        description:
          'Instead of fields: an expression with one key for each item, in their order. For what fields cannot say.',
        examples: ['{{ input.orders.map(order => order.id + ":" + order.version) }}'],
      }),
    ),
    remember: Type.Optional(
      Type.Integer({
        title: 'Remember at most',
        description:
          'How many items are remembered. Those that were not in the list for the longest time are forgotten first, and are new if they come again. It is never less than the length of the list.',
        default: DEFAULT_REMEMBERED,
        minimum: 1,
        maximum: STATE_LIMITS.remembered,
      }),
    ),
    expires_seconds: expiryParameter(
      'Forgets an item this long after it was passed on. Then it is new again.',
    ),
    scope: scopeParameter,
    key: Type.Optional(
      Type.Unknown({
        title: 'Key',
        description:
          'Under which name the items are remembered. By default the id of the node. Nodes with the same key and scope share their items.',
        examples: ['seen orders'],
      }),
    ),
  }),
  output: 'The list of the new items, in their order; on the handle `none`, an empty list.',
  example: { data: { items: '{{ previous.body.orders }}', fields: ['id'] } },
  notes: [
    'The items are remembered in the same transaction as the result of the step: after a crash no item is skipped and none is passed on twice.',
    'An item counts as passed on even if a later step of the run fails. Retry the failed run from the failed step: it still has its items.',
    'In a test run nothing is remembered: it shows what the next run would get.',
  ],
  handles: ['new', 'none'],
  handleWhenDisabled: 'new',
  hasEffect: false,
  dependsOn: ({ parameters, previous }) => (parameters['items'] === undefined ? previous : null),
  review: (data) => reviewLists(data, 'items'),
  check: ({ fields, keys }) =>
    keys !== undefined && Array.isArray(fields) && fields.length > 0
      ? [{ parameter: 'keys', message: 'the parameters `fields` and `keys` exclude each other.' }]
      : [],
  run(call) {
    const { parameters, now } = call
    let use: NodeUsesState | undefined
    const failure = withList(call, (list) => {
      const made = useOf(list, parameters, now)
      if ('ok' in made) return made
      use = made
      return { ok: true, output: null }
    })
    return use ?? failure
  },
}

function useOf(list: List, parameters: JsonObject, now: number): NodeUsesState | NodeFailed {
  if (list.length > MAX_ITEMS) {
    const message = `The list \`items\` has ${list.length} items, but this node takes at most ${MAX_ITEMS}: it remembers them in one transaction. Split the list, for example into \`{{ input.items.slice(0, 5000) }}\` and \`{{ input.items.slice(5000, 10000) }}\`.`
    return { ok: false, code: 'TOO_MANY_ITEMS', message, permanent: true }
  }
  const key = parameters['key'] === undefined ? undefined : readKey(parameters['key'])
  if (typeof key === 'object') return key
  const names = namesOf(list, parameters)
  if ('ok' in names) return names
  const byName = new Map<string, JsonValue>()
  for (const [index, name] of names.entries()) {
    if (!byName.has(name)) byName.set(name, list[index] ?? null)
  }
  const items = [...byName.keys()]
  const limit = Math.max((parameters['remember'] as number | undefined) ?? DEFAULT_REMEMBERED, items.length)
  return {
    useState: {
      scope: readScope(parameters),
      key,
      items,
      settle({ entry, seen }) {
        if (entry?.kind === 'value') {
          const message = `The key "${entry.key}" holds a value that a \`state\` node or the API has set. Use another key.`
          return { result: { ok: false, code: 'STATE_KEY_IN_USE', message, permanent: true } }
        }
        const added = items.filter((item) => !seen.has(item))
        if (added.length === 0) return { result: { ok: true, output: [], handle: 'none' } }
        const output = added.map((item) => byName.get(item) ?? null)
        return {
          result: { ok: true, output, handle: 'new' },
          change: {
            kind: 'remember',
            items: added,
            present: items.filter((item) => seen.has(item)),
            limit,
            expiresAt: readExpiry(parameters, now),
          },
        }
      },
    },
  }
}

/** A short text for each item that is the same for items with the same key. */
function namesOf(list: List, { fields, keys }: JsonObject): readonly string[] | NodeFailed {
  if (keys === undefined) {
    const compared = fieldsAt(fields)
    const read: readonly Field[] = compared.length === 0 ? [fieldAt('')] : compared
    return list.map((item) => toName(keyOf(read.map((field) => field(item)))))
  }
  if (!Array.isArray(keys) || keys.length !== list.length) {
    const found = Array.isArray(keys) ? `has ${keys.length} keys` : 'is no list'
    return refuseParameter(
      `The parameter \`keys\` must be a list with one key for each of the ${list.length} items, but it ${found}.`,
    )
  }
  return (keys as readonly JsonValue[]).map((key) => toName(keyOf([key])))
}

/** Long texts, and characters that a database may refuse, are replaced by their hash. */
function toName(key: string): string {
  if (/^[\x20-\x7e]{1,64}$/.test(key)) return key
  return `#${createHash('sha256').update(key).digest('base64url')}`
}
