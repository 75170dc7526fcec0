/** The requests of the web app, under `/app`, with a session cookie. Not part of the public API. */
import Type, { type Static } from 'typebox'
import { PLAN_IDS } from './plans.ts'
import { IdSchema, nameSchema, nullable, textSchema, TimestampSchema } from './primitives.ts'
import { ROLES } from './roles.ts'
import { SCOPES } from './scopes.ts'

export const PASSWORD_MIN_LENGTH = 12
export const PASSWORD_MAX_LENGTH = 256

export const emailSchema = Type.Refine(
  textSchema({ maxLength: 254, description: 'Email address.' }),
  (text) => /^[^\s@]+@[^\s@]+$/u.test(text.trim()),
  () => 'must be an email address',
)
export const newPasswordSchema = Type.String({
  minLength: PASSWORD_MIN_LENGTH,
  maxLength: PASSWORD_MAX_LENGTH,
})

export const SessionSchema = Type.Union([
  Type.Object({ signed_in: Type.Literal(false), needs_owner: Type.Boolean() }),
  Type.Object({
    signed_in: Type.Literal(true),
    needs_owner: Type.Literal(false),
    version: Type.String(),
    user: Type.Object({
      id: IdSchema,
      email: Type.String(),
      name: Type.String(),
      role: Type.Enum([...ROLES]),
    }),
    account: Type.Object({ id: IdSchema, name: Type.String(), plan: Type.Enum([...PLAN_IDS]) }),
  }),
])

export const OwnerSetupSchema = Type.Object({
  token: Type.String({ maxLength: 256 }),
  name: nameSchema({ maxLength: 200, description: 'Name of the person.' }),
  email: emailSchema,
  password: newPasswordSchema,
})

export const SignInSchema = Type.Object({
  email: textSchema({ maxLength: 254, description: 'Email address.' }),
  password: Type.String({ maxLength: PASSWORD_MAX_LENGTH }),
})

export const PasswordChangeSchema = Type.Object({
  current_password: Type.String({ maxLength: PASSWORD_MAX_LENGTH }),
  new_password: newPasswordSchema,
})

export const NewKeySchema = Type.Object({
  name: nameSchema({ maxLength: 100, description: 'What the key is for.' }),
  scopes: Type.Refine(
    Type.Array(Type.Enum([...SCOPES]), { minItems: 1 }),
    (scopes) => new Set(scopes).size === scopes.length,
    () => 'must not name a scope twice',
  ),
  expires_at: Type.Optional(nullable(Type.String({ maxLength: 64 }))),
})

export const KeySchema = Type.Object({
  id: IdSchema,
  name: Type.String(),
  prefix: Type.String(),
  scopes: Type.Array(Type.Enum([...SCOPES])),
  preset: nullable(Type.Enum(['full_access', 'read_only', 'execute_only'])),
  created_at: TimestampSchema,
  expires_at: nullable(TimestampSchema),
  last_used_at: nullable(TimestampSchema),
  revoked_at: nullable(TimestampSchema),
  status: Type.Enum(['active', 'expired', 'revoked']),
})

export const CreatedKeySchema = Type.Object({ ...KeySchema.properties, key: Type.String() })

export const PlanUseSchema = Type.Object({
  plan: Type.Enum([...PLAN_IDS]),
  limits: Type.Object({ per_minute: Type.Integer(), per_day: Type.Integer() }),
  used: Type.Object({ minute: Type.Integer(), day: Type.Integer() }),
  resets_at: Type.Object({ minute: TimestampSchema, day: TimestampSchema }),
  enforced: Type.Boolean(),
  plans: Type.Array(
    Type.Object({
      id: Type.Enum([...PLAN_IDS]),
      name: Type.String(),
      per_minute: Type.Integer(),
      per_day: Type.Integer(),
    }),
  ),
})

export type Session = Static<typeof SessionSchema>
export type OwnerSetup = Static<typeof OwnerSetupSchema>
export type SignIn = Static<typeof SignInSchema>
export type PasswordChange = Static<typeof PasswordChangeSchema>
export type NewKey = Static<typeof NewKeySchema>
export type Key = Static<typeof KeySchema>
export type CreatedKey = Static<typeof CreatedKeySchema>
export type PlanUse = Static<typeof PlanUseSchema>
