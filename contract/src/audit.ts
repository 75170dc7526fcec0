/** The audit log, as the web app reads it under `/app`. Not part of the public API. */
import Type, { type Static } from 'typebox'
import { IdSchema, nullable, textSchema, TimestampSchema } from './primitives.ts'
import { MAX_LIMIT } from './paging.ts'

/** Who acted: a person, a program with an API key, or the service and its command line. */
export const AUDIT_ACTOR_KINDS = ['person', 'key', 'system'] as const

export type AuditActorKind = (typeof AUDIT_ACTOR_KINDS)[number]

const text = (maxLength: number) => Type.Optional(Type.String({ minLength: 1, maxLength }))

const condition = (description: string) =>
  Type.Optional(textSchema({ minLength: 1, maxLength: 64, description }))

/** Which entries to read. All conditions apply together. */
const conditions = {
  actor: condition('The id of a person or of an API key, or `system`.'),
  action: condition('An action such as `workflow.publish`, or all actions of a kind, such as `workflow`.'),
  resource: condition('The id of a workflow, a form and so on.'),
  from: text(64),
  to: text(64),
}

export const AuditQuerySchema = Type.Object({
  ...conditions,
  cursor: text(256),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_LIMIT })),
})

export const AuditActorsQuerySchema = Type.Object({
  cursor: text(256),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_LIMIT })),
})

export const AUDIT_EXPORT_FORMATS = ['csv', 'jsonl'] as const

export const AuditExportQuerySchema = Type.Object({
  ...conditions,
  format: Type.Enum([...AUDIT_EXPORT_FORMATS]),
})

export const AuditEntrySchema = Type.Object({
  id: IdSchema,
  at: TimestampSchema,
  actor: Type.Object({
    kind: Type.Enum([...AUDIT_ACTOR_KINDS]),
    id: nullable(Type.String()),
    name: Type.String(),
  }),
  action: Type.String(),
  resource: Type.Object({
    kind: Type.String(),
    id: nullable(Type.String()),
    name: nullable(Type.String()),
  }),
  address: nullable(Type.String()),
  request_id: nullable(Type.String()),
  details: Type.Record(Type.String(), Type.Unknown()),
})

/** The people and keys that a filter can name. */
export const AuditActorsSchema = Type.Array(AuditEntrySchema.properties.actor)

export type AuditQuery = Static<typeof AuditQuerySchema>
export type AuditExportQuery = Static<typeof AuditExportQuerySchema>
export type AuditEntry = Static<typeof AuditEntrySchema>
export type AuditActors = Static<typeof AuditActorsSchema>
