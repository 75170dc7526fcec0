/** People, invitations and sessions, as the web app manages them under `/app`. Not part of the public API. */
import Type, { type Static } from 'typebox'
import { emailSchema, newPasswordSchema } from './app.ts'
import { IdSchema, nameSchema, nullable, textSchema, TimestampSchema } from './primitives.ts'
import { ROLES } from './roles.ts'

const role = Type.Enum([...ROLES])
const token = Type.String({ minLength: 1, maxLength: 256 })

export const PersonSchema = Type.Object({
  id: IdSchema,
  name: Type.String(),
  email: Type.String(),
  role,
  created_at: TimestampSchema,
  /** The latest request of any of their sessions; null if they are signed out everywhere. */
  last_seen_at: nullable(TimestampSchema),
})

export const RoleChangeSchema = Type.Object({ role })

export const NewInvitationSchema = Type.Object({
  role,
  note: Type.Optional(
    textSchema({ maxLength: 254, description: 'Who it is for, such as an email address.' }),
  ),
})

export const InvitationSchema = Type.Object({
  id: IdSchema,
  role,
  note: Type.String(),
  created_by: Type.String(),
  created_at: TimestampSchema,
  expires_at: TimestampSchema,
  is_expired: Type.Boolean(),
})

/** The link is returned once and stored nowhere. */
export const CreatedInvitationSchema = Type.Object({ ...InvitationSchema.properties, link: Type.String() })

export const InvitationTokenSchema = Type.Object({ token })

/** What the invited person sees before they accept. */
export const OpenedInvitationSchema = Type.Object({
  account: Type.String(),
  role,
  note: Type.String(),
  invited_by: Type.String(),
  expires_at: TimestampSchema,
})

export const InvitationAcceptanceSchema = Type.Object({
  token,
  name: nameSchema({ maxLength: 200, description: 'Name of the person.' }),
  email: emailSchema,
  password: newPasswordSchema,
})

export const OpenSessionSchema = Type.Object({
  id: Type.String(),
  /** The `User-Agent` header of the browser. */
  user_agent: Type.String(),
  address: Type.String(),
  created_at: TimestampSchema,
  last_seen_at: TimestampSchema,
  is_current: Type.Boolean(),
})

export type Person = Static<typeof PersonSchema>
export type RoleChange = Static<typeof RoleChangeSchema>
export type NewInvitation = Static<typeof NewInvitationSchema>
export type Invitation = Static<typeof InvitationSchema>
export type CreatedInvitation = Static<typeof CreatedInvitationSchema>
export type OpenedInvitation = Static<typeof OpenedInvitationSchema>
export type InvitationAcceptance = Static<typeof InvitationAcceptanceSchema>
export type OpenSession = Static<typeof OpenSessionSchema>
