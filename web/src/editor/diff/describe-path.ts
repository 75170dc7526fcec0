import * as t from '../../texts/editor/diff.ts'
import type { NodeTypes } from '../../graph/node-types.ts'
import { isObject } from '../model/same-json.ts'

/** The title of a member as the forms show it: `URL`, `Headers · X-Id`, `Retry · max_attempts`. */
export function describePath(
  path: readonly (string | number)[],
  type: string | undefined,
  nodeTypes: NodeTypes | undefined,
): string {
  const [member, ...rest] = path
  if (member === undefined) return ''
  if (member !== 'data') return [t.members[String(member)] ?? String(member), ...rest.map(show)].join(' · ')
  let schema: unknown = type === undefined ? undefined : nodeTypes?.find(type)?.parameters
  const titles = rest.map((key) => {
    schema = step(schema, key)
    const title = isObject(schema) ? schema['title'] : undefined
    return typeof title === 'string' && title !== '' ? title : show(key)
  })
  return titles.join(' · ')
}

function step(schema: unknown, key: string | number): unknown {
  if (!isObject(schema)) return undefined
  if (typeof key === 'number') return schema['items']
  const properties = schema['properties']
  return isObject(properties) && Object.hasOwn(properties, key) ? properties[key] : undefined
}

/** People count from one. */
function show(key: string | number): string {
  return typeof key === 'number' ? String(key + 1) : key
}
