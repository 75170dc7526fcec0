import Type, { type Static } from 'typebox'
import { nullable, TimestampSchema } from './primitives.ts'

const PauseSchema = Type.Object(
  { at: TimestampSchema, by: Type.String({ description: 'Who paused them.' }) },
  { title: 'Pause', description: 'Since when triggers start no runs.' },
)

/** Since when the triggers of an account start no runs. Read and changed by the web app; not part of the public API. */
export const PausesSchema = Type.Object({
  /** The owners of the account pause and resume it. */
  account: nullable(PauseSchema),
  /** Set for all accounts by the command line. */
  installation: nullable(PauseSchema),
})

export type Pauses = Static<typeof PausesSchema>

export const AllPausedSchema = Type.Object(
  {
    ...PauseSchema.properties,
    scope: Type.Enum(['account', 'installation'], {
      description: '`account`: an owner of the account can resume. `installation`: only the operator can.',
    }),
  },
  { title: 'AllPaused', description: 'Since when no trigger of the account starts runs.' },
)
