import type { NodeType } from '@millrace/contract/node-type.ts'
import { plainSchema } from '#http/index.ts'
import type { NodeKind } from '#ports/index.ts'

/** A kind of node as editors need it. */
export function presentNodeType(kind: NodeKind): NodeType {
  const { type, title, summary, family, icon, line } = kind
  return {
    type,
    title,
    summary,
    family,
    icon,
    keywords: [...kind.keywords],
    line,
    parameters: withHints(kind.parameters),
    conditions: [...(kind.conditions ?? []), ...(kind.liveConditions ?? [])],
    // Editors treat expressions of its own like any other.
    literals: (kind.literals ?? []).filter((name) => kind.ownExpressions?.includes(name) !== true),
    handles: describeHandles(kind),
    is_loop: kind.isLoop === true,
    has_effect: kind.hasEffect,
    credential_types: [...(kind.credentialTypes ?? [])],
    output: kind.output ?? '',
    notes: [...(kind.notes ?? [])],
    example: { ...kind.example },
  }
}

function describeHandles({ type, handles, handlesExpression }: NodeKind): string {
  if (handlesExpression !== undefined) return handlesExpression
  if (typeof handles === 'function') throw new Error(`The node kind "${type}" needs \`handlesExpression\`.`)
  return JSON.stringify(handles)
}

/**
 * The schema with the hints for editors as `format`. Kinds call them `x-format`, because the schema also checks parameters
 * and `format` would refuse values there.
 */
function withHints(parameters: NodeKind['parameters']): NodeType['parameters'] {
  const schema = JSON.stringify(plainSchema(parameters), (_key, part: unknown) => {
    if (typeof part !== 'object' || part === null || !('x-format' in part)) return part
    const { 'x-format': format, ...rest } = part
    return { ...rest, format }
  })
  return JSON.parse(schema) as NodeType['parameters']
}
